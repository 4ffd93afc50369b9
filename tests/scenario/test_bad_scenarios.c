/* Each way to write a scenario wrongly, and what is said of it, word for word. */
#include "table_names.h"
#include "temporary_folder.h"

#include "sim/scenario/scenario.h"

#include "tests/support/cmocka.h"

#include <string.h>

static const char ring[] = //
    "<?xml version=\"1.0\"?>\n"
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
    "<platform version=\"4.1\">\n"
    "  <zone id=\"ring\" routing=\"Full\">\n"
    "    <host id=\"h0\" speed=\"1f\"/><host id=\"h1\" speed=\"1f\"/><host id=\"h2\" "
    "speed=\"1f\"/>\n"
    "    <link id=\"l\" bandwidth=\"1Bps\" latency=\"0s\"/>\n"
    "    <route src=\"h0\" dst=\"h1\"><link_ctn id=\"l\"/></route>\n"
    "    <route src=\"h1\" dst=\"h2\"><link_ctn id=\"l\"/></route>\n"
    "    <route src=\"h2\" dst=\"h0\"><link_ctn id=\"l\"/></route>\n"
    "  </zone>\n"
    "</platform>\n";

static const char base[] =                                                    //
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                            // line 1
    "<scenario name=\"base\">\n"                                              // 2
    "  <platform file=\"../ring.xml\"/>\n"                                    // 3
    "  <topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1 h2\"/>\n" // 4
    "  <network model=\"exact\" ports=\"one\"/>\n"                            // 5
    "  <items bytes=\"1\" flops=\"1\" word-bytes=\"1\"/>\n"                   // 6
    "  <loads>\n"                                                             // 7
    "    <load host=\"h0\" items=\"3\" after=\"1\"/>\n"                       // 8
    "    <load host=\"h1\" items=\"1\" after=\"2\"/>\n"                       // 9
    "    <load host=\"h2\" items=\"1\" after=\"2\"/>\n"                       // 10
    "  </loads>\n"                                                            // 11
    "  <goal reach=\"after\"/>\n"                                             // 12
    "  <run algorithm=\"ring-one-way\"/>\n"                                   // 13
    "</scenario>\n";                                                          // 14

#define S "s/scenario.xml:"
#define COUNT "an integer from 0 to 9007199254740992 is accepted\n"
#define AMOUNT "a number from 0 to 1e+15 is accepted\n"
#define WHOLE "a whole number is accepted, since SimGrid counts whole bytes\n"
#define PROFILE                                                                                    \
    "\"none\", or \"steps PERIOD LOW HIGH\", or two-state or walk for steps, with a period from "  \
    "1e-06 s and factors LOW <= HIGH from 1e-06 to 1e+06, is accepted\n"
#define RANGES                                                                                     \
    "names separated by blanks, with ranges such as h[0-15], n[00-15] or h[0-3,8], and in quotes " \
    "where they hold blanks, are accepted\n"

/* A change of the base, and all that is said of the result. */
struct bad {
    const char *from, *to; /* from NULL: `to` is the whole scenario */
    const char *said;
};

static const struct bad malformed[] = {
    {NULL, "", S "1: not well-formed, Document is empty: XML 1.0 is accepted\n"},
    {"</loads>", "</load>",
     S "11: not well-formed, Opening and ending tag mismatch: loads line 7 and load: XML 1.0 is "
       "accepted\n"},
    {"host=\"h1\"", "host=\"&lyon;\"",
     S "9: not well-formed, Entity 'lyon' not defined: XML 1.0 is accepted\n"},
    {"<scenario name", "<!DOCTYPE scenario [<!ENTITY lyon SYSTEM \"ring.xml\">]>\n<scenario name",
     S "2: a document type with declarations of its own: none are accepted\n"},
    {"<scenario name", "<!DOCTYPE scenario SYSTEM \"a.dtd\">\n<scenario name",
     S "1: document type \"scenario\": none is accepted\n"},
    {"UTF-8", "ISO-8859-1", S "1: encoding \"ISO-8859-1\": UTF-8 is accepted\n"},
    {NULL, "<?xml version=\"1.0\"?>\n<scenari/>",
     S "2: root element <scenari>: <scenario> is accepted\n"},
    {"<scenario name", "<scenario xmlns=\"http://example.org\" name",
     S "2: root element <scenario>: <scenario> without a namespace is accepted\n"},
};

#define SWEEP(children) "<sweep>" children "</sweep>\n</scenario>"
#define REPEAT "<repeat count=\"2\"/>"

static const struct bad sweeps[] = {
    {"<run", "<sweep/><sweep/><run",
     S "13: a second <sweep> (the first is on line 13): one is accepted\n"},
    {"</scenario>", SWEEP("<very/>"),
     S "14: <very> in <sweep>: accepted are <vary>, <repeat> (did you mean <vary>?)\n"},
    {"</scenario>", "<sweep of=\"ports\"/></scenario>",
     S "14: attribute of of <sweep>: accepted are simulate\n"},
    {"</scenario>", "<sweep simulate=\"1 in 0\">" REPEAT "</sweep></scenario>",
     S "14: simulate=\"1 in 0\": yes, no or \"1 in N\" with N from 1 to 1000000 is accepted\n"},
    {"</scenario>", "<sweep simulate=\"1 in 2\"/></scenario>",
     S "14: simulate=\"1 in 2\" without <repeat>: it counts repetitions\n"},
    {"</scenario>", SWEEP("<vary><case/></vary>"),
     S "14: <case> without a parameter: one is needed\n"},
    {"</scenario>", SWEEP("<vary><case ports=\"\"/></vary>"),
     S "14: ports=\"\" of <case>: a value is needed, or leave the attribute out\n"},
    {"</scenario>", SWEEP("<vary><case port=\"1\"/></vary>"),
     S "14: parameter \"port\" of <case>: accepted are {parameters} (did you mean ports?)\n"},
    {"</scenario>", SWEEP("<vary><case simulate=\"1\"/></vary>"),
     S "14: parameter \"simulate\" of <case>: accepted are {parameters}\n"},
    {"</scenario>", SWEEP("<vary><case hosts=\"3\"/></vary>"),
     S "14: parameter \"hosts\" of <case>: a scenario whose <platform> has a generator is "
       "needed\n"},
    {"</scenario>",
     SWEEP("<vary><case ports=\"1\" flops=\"2\"/><case flops=\"2\" ports=\"1\"/></vary>"),
     S "14: a <case> twice: each is accepted once\n"},
    {"</scenario>",
     SWEEP("<vary><case ports=\"1\"/></vary><vary parameter=\"ports\" values=\"2\"/>"),
     S "14: <vary> of ports twice: each parameter is accepted once\n"},
    {"</scenario>", SWEEP("<vary parameter=\"ports\"><case flops=\"1\"/></vary>"),
     S "14: attribute parameter of <vary>: none are accepted\n"},
    {"</scenario>", SWEEP("<repeat count=\"2\" seeds=\"all\"/>"),
     S "14: seeds=\"all\" of <repeat>: accepted are shared, independent, counted\n"},
    {"</scenario>", SWEEP("<vary parameter=\"port\" values=\"1\"/>"),
     S "14: parameter \"port\" of <vary>: accepted are {parameters} (did you mean "
       "ports?)\n"},
    {"</scenario>", SWEEP("<vary parameter=\"goal-error\" values=\"1\"/>"),
     S
     "14: parameter \"goal-error\" of <vary>: a scenario with goal reach=\"balance\" is needed\n"},
    {"</scenario>", SWEEP("<vary parameter=\"metric\" values=\"steps\"/>"),
     S "14: parameter \"metric\" of <vary>: a scenario with goal reach=\"stencil\" is needed\n"},
    {"</scenario>", SWEEP("<vary values=\"1\"/>"),
     S "14: <vary> without parameter: it is needed\n"},
    {"</scenario>", SWEEP("<vary parameter=\"ports\"/>"),
     S "14: <vary> without values: it is needed\n"},
    {"</scenario>", SWEEP("<vary parameter=\"ports\" values=\" ; \"/>"),
     S "14: <vary> without a value: at least one is needed\n"},
    {"</scenario>", SWEEP("<vary parameter=\"ports\" values=\"one 2 one\"/>"),
     S "14: value one twice: each value is accepted once\n"},
    {"</scenario>", SWEEP("<vary parameter=\"hosts\" values=\"3\"/>"),
     S "14: parameter \"hosts\" of <vary>: a scenario whose <platform> has a generator is "
       "needed\n"},
    {"</scenario>",
     SWEEP("<vary parameter=\"ports\" values=\"1\"/><vary parameter=\"ports\" values=\"2\"/>"),
     S "14: <vary> of ports twice: each parameter is accepted once\n"},
    {"</scenario>", SWEEP("<vary parameter=\"seed\" values=\"1\"/>" REPEAT),
     S "14: <vary> of seed with <repeat>, which draws seeds: one of them is accepted\n"},
    {"</scenario>", SWEEP("<repeat/>"), S "14: <repeat> without count: it is needed\n"},
    {"</scenario>", SWEEP("<repeat count=\"0\"/>"),
     S "14: count=\"0\" of <repeat>: an integer from 1 to 1000000 is accepted\n"},
    {"</scenario>", SWEEP(REPEAT REPEAT),
     S "14: a second <repeat> (the first is on line 14): one is accepted\n"},
    {"</scenario>",
     SWEEP("<vary parameter=\"ports\" values=\"1 2 3 4 5 6 7 8 9 10 11\"/>"
           "<repeat count=\"1000000\"/>"),
     S "14: a sweep of more than 10000000 points: that many are supported\n"},
};

static const struct bad elements[] = {
    {"<items bytes=\"1\" flops=\"1\" word-bytes=\"1\"/>", "<item/>",
     S "6: <item> in <scenario>: accepted are <platform>, <topology>, <network>, <items>, <loads>, "
       "<goal>, <run>, <sweep> (did you mean <items>?)\n"},
    {"name=\"base\"", "nam=\"base\"",
     S "2: attribute nam of <scenario>: accepted are name (did you mean name?)\n"},
    {"name=\"base\"", "name=\"a b\"",
     S "2: name \"a b\": up to 100 letters, digits, '.', '_' and '-', the first a letter, a digit "
       "or '_', are accepted\n"},
    {"name=\"base\"", "name=\".base\"",
     S
     "2: name \".base\": up to 100 letters, digits, '.', '_' and '-', the first a letter, a digit "
     "or '_', are accepted\n"},
    {"name=\"base\"", "name=\"-base\"",
     S
     "2: name \"-base\": up to 100 letters, digits, '.', '_' and '-', the first a letter, a digit "
     "or '_', are accepted\n"},
    {"<items ", "<items xmlns:u=\"http://example.org\" ",
     S "6: a namespace on <items>: none is accepted\n"},
    {"name=\"base\"", "name=\"\"",
     S "2: name=\"\" of <scenario>: a value is needed, or leave the attribute out\n"},
    {"<loads>", "<loads>stray text", S "7: text \"stray text\" in <loads>: none is accepted\n"},
    {"<loads>", "<loads><![CDATA[x]]>", S "7: text \"x\" in <loads>: none is accepted\n"},
    {"<goal reach=\"after\"/>", "<goal reach=\"after\"><load/></goal>",
     S "12: <load> in <goal>: nothing is accepted in it\n"},
    {"<goal reach=\"after\"/>", "<goal reach=\"after\"/><goal reach=\"after\"/>",
     S "12: a second <goal> (the first is on line 12): one is accepted\n"},
    {"<goal reach=\"after\"/>", "", S "2: <scenario> without <goal>: one is needed\n"},
    {"  <platform file=\"../ring.xml\"/>\n", "",
     S "2: <scenario> without <platform>: one is needed\n"},
    {"<topology shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1 h2\"/>", "",
     S "2: <scenario> without <topology>: one is needed\n"},
    {"<run algorithm=\"ring-one-way\"/>", "",
     S "2: 0 <run>: 1 to 10000 are accepted, or --algorithm NAME\n"},
    {"<goal", "<x:goal xmlns:x=\"http://example.org\"",
     S "2: <scenario> without <goal>: one is needed\n" S
       "12: <goal> of a namespace in <scenario>: accepted are <platform>, <topology>, <network>, "
       "<items>, <loads>, <goal>, <run>, <sweep>\n"},
    {"<goal reach", "<goal xml:lang=\"fr\" reach",
     S "12: attribute xml:lang of <goal>: accepted are reach, error, metric, "
       "iterations, overlap, relay, staging\n"},
};

static const struct bad platforms[] = {
    {"<platform file=\"../ring.xml\"/>", "<platform file=\"../ring.xml\" profile=\"steps 1 x\"/>",
     S "3: profile \"steps 1 x\": " PROFILE},
    {"<platform file=\"../ring.xml\"/>", "<platform file=\"../ring.xml\" speed-profile=\"x\"/>",
     S "3: speed-profile \"x\": " PROFILE},
    {"<platform file=\"../ring.xml\"/>", "<platform/>",
     S "3: <platform> without file or generator: one of them is needed\n"},
    {"<platform file=\"../ring.xml\"/>", "<platform file=\"../ring.xml\" generator=\"ring\"/>",
     S "3: <platform> with file and generator: one of them is accepted\n"},
    {"../ring.xml", "../rink.xml",
     S "3: file \"s/../rink.xml\": No such file or directory: a readable file is needed\n"},
    {"../ring.xml", ".", S "3: \"s/.\" is not a regular file: a readable file is needed\n"},
    {"../ring.xml", "/dev/null",
     S
     "3: file \"/dev/null\" lies outside the parent of the scenario's folder: files within it are "
     "accepted, others with --allow\n"},
    {"../ring.xml", "scenario.xml", S "2: root element <scenario>: <platform> is accepted\n"},
    {"../ring.xml", "",
     S "3: file=\"\" of <platform>: a value is needed, or leave the attribute out\n"},
    {"file=\"../ring.xml\"", "file=\"../ring.xml\" cost=\"1\"",
     S
     "3: attribute cost of <platform>: accepted are file, seed, bandwidth-scale, bandwidth-spread, "
     "bandwidth-shape, scaled-links, link-scale, profile, speed-profile\n"},
    {"file=\"../ring.xml\"", "file=\"../ring.xml\" bandwidth-spread=\"0.5\"",
     S "3: bandwidth-spread=\"0.5\" of <platform>: a number from 1 to 1e+06 is accepted\n"},
    {"file=\"../ring.xml\"", "file=\"../ring.xml\" link-scale=\"0.5\"",
     S "3: link-scale without scaled-links: the names of the links that it multiplies are "
       "needed\n"},
    {"file=\"../ring.xml\"", "file=\"../ring.xml\" scaled-links=\"l\" link-scale=\"1e-7\"",
     S "3: link-scale=\"1e-7\" of <platform>: a number from 1e-06 to 1e+06 is accepted\n"},
    {"file=\"../ring.xml\"", "file=\"../ring.xml\" scaled-links=\"\"",
     S "3: scaled-links=\"\" of <platform>: a value is needed, or leave the attribute out\n"},
    {"file=\"../ring.xml\"", "file=\"../ring.xml\" scaled-links=\" \"",
     S "3: scaled-links without a name: at least 1 is needed\n"},
    {"file=\"../ring.xml\"", "file=\"../ring.xml\" scaled-links=\"l l\"",
     S "3: scaled-links: \"l\" twice: each name is accepted once\n"},
    {"file=\"../ring.xml\"", "file=\"../ring.xml\" scaled-links=\"l h0\"",
     S "3: scaled-links: \"h0\" is no link of the platform: accepted are l\n"},
    {"file=\"../ring.xml\"",
     "generator=\"ring\" direction=\"one-way\" hosts=\"3\" link-scale=\"0.5\"",
     S "3: link-scale without scaled-links: the names of the links that it multiplies are "
       "needed\n"},
    {"file=\"../ring.xml\"",
     "generator=\"ring\" direction=\"one-way\" hosts=\"3\" scaled-links=\"h0>h1 h1>h0\"",
     S "3: scaled-links: \"h1>h0\" is no link of the platform: accepted are h0>h1, h1>h2, h2>h0 "
       "(did you mean \"h1>h2\"?)\n"},
    {"file=\"../ring.xml\"",
     "generator=\"star\" hosts=\"1\" cost=\"1e15\" "
     "bandwidth-scale=\"1e-6\" bandwidth-spread=\"1e6\" bandwidth-shape=\"one-slow-link\" "
     "scaled-links=\"h0>m\" link-scale=\"1e-6\"",
     S "3: link-scale 1e-06 gives link h0>m a bandwidth of 1e-33 bytes/s: a number from 1e-30 to "
       "1e30 is needed\n"},
    {"file=\"../ring.xml\"", "generator=\"rink\" hosts=\"3\"",
     S "3: generator=\"rink\" of <platform>: accepted are ring, star, hypercube, shuffle-exchange, "
       "switch, complete, bus, torus, mesh, tree, random-regular, graph (did you mean "
       "ring?)\n"},
    {"file=\"../ring.xml\"", "generator=\"ring\" direction=\"one-way\"",
     S "3: <platform> without hosts: it is needed\n"},
    {"file=\"../ring.xml\"", "generator=\"ring\" hosts=\"5000000\" direction=\"one-way\"",
     S "3: hosts=\"5000000\" of <platform>: an integer from 1 to 1048576 is accepted\n"},
    {"file=\"../ring.xml\"", "generator=\"ring\" hosts=\"3\"",
     S "3: a generated ring without direction: one-way or two-way is needed\n"},
    {"file=\"../ring.xml\"", "generator=\"switch\" hosts=\"3\" direction=\"one-way\"",
     S "3: direction on a generated switch: accepted on ring, torus, graph\n"},
    {"file=\"../ring.xml\"", "generator=\"switch\" hosts=\"9000\"",
     S "3: 9000 hosts on a switch: 1 to 8192 are supported\n"},
    {"file=\"../ring.xml\"", "generator=\"hypercube\" hosts=\"8192\" cost=\"0\"",
     S "3: cost 0 and latency 0 on link h0>: one of them above 0 is needed\n"},
    {"file=\"../ring.xml\"", "generator=\"hypercube\" hosts=\"8192\" compute=\"uniform 0 0\"",
     S "3: compute \"uniform 0 0\" gives 0 s for host h0: more than 0 is needed\n"},
    {"file=\"../ring.xml\"", "generator=\"hypercube\" hosts=\"12\"",
     S "3: 12 hosts on a hypercube: a power of two is needed\n"},
    {"file=\"../ring.xml\"", "generator=\"ring\" direction=\"one-way\" hosts=\"3\" cost=\"cheap\"",
     S "3: cost \"cheap\": \"2\", \"uniform 1 10\" (integers), \"same 1 10\" (one for all), \"real "
       "0.5 2\", \"list 1 2 3\" or \"three-partition 1 1 1\", with 0 or numbers from 1e-18 to "
       "1e+15, is accepted\n"},
    {"file=\"../ring.xml\"", "generator=\"ring\" direction=\"one-way\" hosts=\"3\" cost=\"0\"",
     S "3: cost 0 and latency 0 on link h0>h1: one of them above 0 is needed\n"},
    {"file=\"../ring.xml\"",
     "generator=\"ring\" direction=\"one-way\" hosts=\"3\" cost=\"list 1 2\"",
     S "3: cost \"list 1 2\" has 2 values and there are 3 links: one value each is needed\n"},
    {"file=\"../ring.xml\"", "generator=\"ring\" direction=\"one-way\" hosts=\"3\" seed=\"-1\"",
     S "3: seed=\"-1\" of <platform>: an integer from 0 to 9223372036854775807 is accepted\n"},
    {"file=\"../ring.xml\"", "generator=\"ring\" direction=\"one-way\" hosts=\"3\" symmetric=\"1\"",
     S "3: symmetric=\"1\" of <platform>: accepted are no, yes\n"},
};

static const struct bad topologies[] = {
    {"shape=\"ring\"", "shape=\"rign\"",
     S "4: shape=\"rign\" of <topology>: accepted are {shapes} (did you mean ring?)\n"},
    {"shape=\"ring\" ", "", S "4: <topology> without shape: it is needed\n"},
    {" direction=\"one-way\"", "", S "4: a ring without direction: one-way or two-way is needed\n"},
    {"direction=\"one-way\"", "direction=\"both\"",
     S "4: direction=\"both\" of <topology>: accepted are one-way, two-way\n"},
    {"shape=\"ring\"", "shape=\"bus\"", S "4: direction of a bus: only a ring has one\n"},
    {"hosts=\"h0 h1 h2\"", "hosts=\"\"",
     S "4: hosts=\"\" of <topology>: a value is needed, or leave the attribute out\n"},
    {" hosts=\"h0 h1 h2\"", "",
     S "4: <topology> without hosts: they are needed, in their order, unless the platform is "
       "generated\n"},
    {"hosts=\"h0 h1 h2\"", "hosts=\"h0 h1 h2 h3\"",
     S "4: host \"h3\" is not on the platform: accepted are h0, h1, h2\n"},
    {"hosts=\"h0 h1 h2\"", "hosts=\"h[0-2] h1\"",
     S "4: hosts: \"h1\" twice: each name is accepted once\n"},
    {"hosts=\"h0 h1 h2\"", "hosts=\"h0, h1, h2\"", S "4: hosts: \"h0,\": " RANGES},
    {"hosts=\"h0 h1 h2\"", "hosts=\"h0 &#155;2J h2\"",
     S "4: hosts: \"?2J\": names without control characters are accepted\n"},
    {"hosts=\"h0 h1 h2\"", "hosts=\"h0 'a&#10;b' h2\"",
     S "4: hosts: \"a?b\": names without control characters are accepted\n"},
    {"hosts=\"h0 h1 h2\"", "hosts=\"h0 a&#x202e;b h2\"",
     S "4: hosts: \"a?b\": names without control characters are accepted\n"},
    {"hosts=\"h0 h1 h2\"", "hosts=\"h[2-0]\"", S "4: hosts: \"h[2-0]\": " RANGES},
    {"hosts=\"h0 h1 h2\"", "hosts=\"h[0-2\"", S "4: hosts: \"h[0-2\": " RANGES},
    {"hosts=\"h0 h1 h2\"", "hosts=\"h[0-2000000]\"",
     S "4: hosts: more than 1048576 names: no more are supported\n"},
    {"shape=\"ring\" direction=\"one-way\"", "shape=\"hypercube\"",
     S "4: 3 hosts on a hypercube: a power of two is needed\n"},
    {"shape=\"ring\" direction=\"one-way\"", "shape=\"star\"",
     S "4: <topology> without master: it is needed\n"},
    {"shape=\"ring\" direction=\"one-way\"", "shape=\"star\" master=\"a&#155;2J\"",
     S "4: master \"a?2J\": a name without control characters is accepted\n"},
    {"shape=\"ring\" direction=\"one-way\"", "shape=\"star\" master=\"h1\"",
     S "4: master \"h1\" among the hosts: they are the workers, and the master is another host\n"},
    {"shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1 h2\"",
     "shape=\"star\" master=\"h2\" hosts=\"h[0-1]\"",
     S "10: host \"h2\" is the star's master: it holds nothing\n"},
    {"shape=\"ring\"", "shape=\"ring\" master=\"h0\"",
     S "4: master of a ring: only a star has one\n"},
};

static const struct bad generated_topologies[] = {
    {"shape=\"ring\"", "shape=\"star\"", S "4: a star on a generated ring: a ring is accepted\n"},
    {"shape=\"ring\"", "shape=\"ring\" direction=\"two-way\"",
     S "4: a two-way ring on a generated one-way ring: one-way is accepted\n"},
    {"shape=\"ring\"", "shape=\"ring\" hosts=\"h[0-90]\"",
     S
     "4: hosts that are not the generated ones in their order: h[0-2] is accepted, or no hosts\n"},
    {"shape=\"ring\"", "shape=\"ring\" hosts=\"h0 h2 h1\"",
     S
     "4: hosts that are not the generated ones in their order: h[0-2] is accepted, or no hosts\n"},
};

static const struct bad generated_platforms[] = {
    {"generator=\"ring\" direction=\"one-way\"", "generator=\"star\"",
     S "4: a ring on a generated star: a star is accepted\n"},
    {"generator=\"ring\" direction=\"one-way\" hosts=\"3\"/>\n  <topology shape=\"ring\"",
     "generator=\"star\" hosts=\"3\"/>\n<topology shape=\"star\" master=\"h1\"",
     S "4: master \"h1\" of a generated star: m is accepted\n"},
    {"hosts=\"3\"", "hosts=\"3\" profile=\"steps 1 x 2\"",
     S "3: profile \"steps 1 x 2\": " PROFILE},
    {"hosts=\"3\"", "hosts=\"3\" profile=\"steps 1 1 x\"",
     S "3: profile \"steps 1 1 x\": " PROFILE},
    {"hosts=\"3\"", "hosts=\"3\" profile=\"steps 1 1 2 3\"",
     S "3: profile \"steps 1 1 2 3\": " PROFILE},
    {"hosts=\"3\"", "hosts=\"3\" profile=\"steps 1 2 1\"",
     S "3: profile \"steps 1 2 1\": " PROFILE},
    {"hosts=\"3\"", "hosts=\"3\" profile=\"steps 1e-7 1 2\"",
     S "3: profile \"steps 1e-7 1 2\": " PROFILE},
    {"hosts=\"3\"", "hosts=\"3\" profile=\"steps 1 1e-7 2\"",
     S "3: profile \"steps 1 1e-7 2\": " PROFILE},
    {"hosts=\"3\"", "hosts=\"3\" profile=\"steps 1 1 1e7\"",
     S "3: profile \"steps 1 1 1e7\": " PROFILE},
    {"hosts=\"3\"", "hosts=\"3\" profile=\"step 1 1 2\"", S "3: profile \"step 1 1 2\": " PROFILE},
    {"hosts=\"3\"", "hosts=\"3\" speed-profile=\"walk 1 2 1\"",
     S "3: speed-profile \"walk 1 2 1\": " PROFILE},
    {"hosts=\"3\"", "hosts=\"3\" profile=\"steps 1e16 1 2\"",
     S "3: profile \"steps 1e16 1 2\": " PROFILE},
};

/* What is said of these is nothing. */
static const struct bad good[] = {
    {"<scenario>", "<scenario name=\"_base.1\">", ""},
    {"<?xml version=\"1.0\"", "<?xml version=\"1.0\" encoding=\"US-ASCII\"", ""},
    {"generator=\"ring\" direction=\"one-way\" hosts=\"3\"/>\n  <topology shape=\"ring\"",
     "generator=\"star\" hosts=\"3\"/>\n<topology shape=\"star\" master=\"m\"", ""},
    {"generator=\"ring\" direction=\"one-way\" hosts=\"3\"/>\n  <topology shape=\"ring\"",
     "generator=\"switch\" hosts=\"3\"/>\n<topology shape=\"star\" hosts=\"h0 h1\" master=\"h2\"",
     ""},
    {"direction=\"one-way\" hosts=\"3\"/>\n  <topology shape=\"ring\"",
     "direction=\"two-way\" hosts=\"3\"/>\n<topology shape=\"ring\" direction=\"two-way\"", ""},
    {"<run algorithm=\"all\"/>",
     "<run algorithm=\"x\"><option name=\"a\" value=\"1\"/><option name=\"b\" value=\"1\"/></run>",
     ""},
    /* Elements that are not there are made for a parameter. */
    {"</scenario>",
     SWEEP("<vary parameter=\"seed\" values=\"1 2\"/><vary parameter=\"ports\" values=\"1 2\"/>"
           "<vary parameter=\"flops\" values=\"1 2\"/>"),
     ""},
};

static const struct bad networks[] = {
    {"model=\"exact\"", "model=\"LV08\"",
     S "5: model=\"LV08\" of <network>: accepted are exact, tcp\n"},
    {"ports=\"one\"", "ports=\"two\"",
     S "5: ports=\"two\" of <network>: one, all, pipelined or an integer from 1 to 1048576 is "
       "accepted\n"},
    {"ports=\"one\"", "ports=\"0\"",
     S "5: ports=\"0\" of <network>: one, all, pipelined or an integer from 1 to 1048576 is "
       "accepted\n"},
    {"ports=\"one\"", "ports=\"pipelined\"",
     S "5: ports=\"pipelined\" on a ring: only a hypercube has them\n"},
    {"ports=\"one\"", "ports=\"one\" sends=\"single\"",
     S "5: sends of <network>: accepted on a ring with ports=\"all\" only\n"},
    {"shape=\"ring\" direction=\"one-way\" hosts=\"h0 h1 h2\"/>\n  <network model=\"exact\" "
     "ports=\"one\"",
     "shape=\"bus\" hosts=\"h0 h1 h2\"/>\n<network ports=\"all\" sends=\"single\"",
     S "5: sends of <network>: accepted on a ring with ports=\"all\" only\n"},
    /* On what shape it is, nobody knows. */
    {" direction=\"one-way\" hosts=\"h0 h1 h2\"/>\n  <network model=\"exact\" ports=\"one\"",
     " hosts=\"h0 h1 h2\"/>\n<network ports=\"all\" sends=\"single\"",
     S "4: a ring without direction: one-way or two-way is needed\n"},
    {"ports=\"one\"", "ports=\"all\" sends=\"double\"",
     S "5: sends=\"double\" of <network>: accepted are single, multi\n"},
    {"bytes=\"1\"", "bytes=\"-1\"", S "6: bytes=\"-1\" of <items>: " AMOUNT},
    {"bytes=\"1\"", "bytes=\"1,5\"", S "6: bytes=\"1,5\" of <items>: " AMOUNT},
    {"bytes=\"1\"", "bytes=\"nan\"", S "6: bytes=\"nan\" of <items>: " AMOUNT},
    {"bytes=\"1\"", "bytes=\"0.5\"", S "6: bytes=\"0.5\" of <items>: " WHOLE},
    {"word-bytes=\"1\"", "word-bytes=\"2.1\"", S "6: word-bytes=\"2.1\" of <items>: " WHOLE},
    {"flops=\"1\"", "flops=\"1e400\"", S "6: flops=\"1e400\" of <items>: " AMOUNT},
    {"word-bytes=\"1\"", "word-bytes=\"0x1\"", S "6: word-bytes=\"0x1\" of <items>: " AMOUNT},
    {"flops=\"1\"", "flop=\"1\"",
     S "6: attribute flop of <items>: accepted are bytes, flops, word-bytes, message-bytes (did "
       "you mean flops?)\n"},
};

static const struct bad loads[] = {
    {"items=\"3\" after=\"1\"", "items=\"4\" after=\"1\"",
     S "7: the loads of kind 0 sum to 6 and their after to 5: the sums must be equal\n"},
    {"host=\"h2\"", "host=\"h3\"",
     S "10: host \"h3\" is not in the topology: accepted are h0, h1, h2\n"},
    {"host=\"h2\"", "host=\"h1\"",
     S "10: host \"h1\" and kind 0 a second time (first on line 9): each is accepted once\n"},
    {"host=\"h2\" ", "", S "10: <load> without host: it is needed\n"},
    {"items=\"3\" ", "", S "8: <load> without items: it is needed\n"},
    {"items=\"3\"", "items=\"\"", S "8: items=\"\" of <load>: " COUNT},
    {"items=\"3\"", "items=\"3.0\"", S "8: items=\"3.0\" of <load>: " COUNT},
    {"items=\"3\"", "items=\"-3\"", S "8: items=\"-3\" of <load>: " COUNT},
    {"items=\"3\"", "items=\"9007199254740993\"",
     S "8: items=\"9007199254740993\" of <load>: " COUNT},
    {"items=\"3\"", "items=\"99999999999999999999\"",
     S "8: items=\"99999999999999999999\" of <load>: " COUNT},
    {"items=\"3\"", "items=\"9007199254740992\"",
     S "7: more than 2^53 items of kind 0 in all: at most 2^53 are supported\n"},
    {"items=\"3\" after=\"1\"", "items=\"3\" after=\"9007199254740992\"",
     S "7: more than 2^53 items of kind 0 in all: at most 2^53 are supported\n"},
    {" after=\"2\"", "",
     S "9: a load without after: with goal reach=\"after\" each load needs one\n"},
    {"reach=\"after\"", "reach=\"balance\"",
     S "8: a load with after: accepted with goal reach=\"after\" or \"copies\" only\n" S
       "9: a load with after: accepted with goal reach=\"after\" or \"copies\" only\n" S
       "10: a load with after: accepted with goal reach=\"after\" or \"copies\" only\n"},
    {"items=\"3\"", "kind=\"x\" items=\"3\"",
     S "8: kind=\"x\" of <load>: an integer from 0 to 999999 is accepted\n"},
    {"items=\"3\"", "kind=\"1\" items=\"3\"",
     S "7: the loads of kind 0 sum to 2 and their after to 4: the sums must be equal\n" S
       "7: the loads of kind 1 sum to 3 and their after to 1: the sums must be equal\n"},
    {"<loads>", "<loads file=\"a.csv\" generator=\"uniform\">",
     S "7: <loads> with file and generator: one of them is accepted\n"},
    {"<load host=\"h2\" items=\"1\" after=\"2\"/>", "<laod/>",
     S "10: <laod> in <loads>: accepted are <load> (did you mean <load>?)\n"},
};

static const struct bad csv_loads[] = {
    {"CSV", "", "s/loads.csv:1: no header: host,items is needed\n"},
    {"CSV", "host,itmes\n",
     "s/loads.csv:1: column \"itmes\": host,items,kind,after are accepted\n"},
    {"CSV", "host,kind\n", "s/loads.csv:1: no column \"items\": host,items are needed\n"},
    {"CSV", "host,items,host\n",
     "s/loads.csv:1: column \"host\" is there twice: once is accepted\n"},
    {"CSV", "host,items\nh0,1,2\nh9,1\nh1,-1\nh2,1e3\n",
     "s/loads.csv:2: 3 fields: 2 are needed, as in the header\n"
     "s/loads.csv:3: host \"h9\" is not in the topology: accepted are h0, h1, h2\n"
     "s/loads.csv:4: items \"-1\": a whole number from 0 to 9007199254740992 is accepted\n"
     "s/loads.csv:5: items \"1e3\": a whole number from 0 to 9007199254740992 is accepted\n"},
    {"CSV", "host,items\nh0,1\n# again\nh0,2\n",
     "s/loads.csv:4: host \"h0\" and kind 0 a second time (first on line 2): each is accepted "
     "once\n"},
    {"CSV", "host,items,after\nh0,1,1\n",
     "s/loads.csv:2: a load with after: accepted with goal reach=\"after\" or \"copies\" only\n"},
    {"CSV", "host,items\n\"h\"\"0\",1\n",
     "s/loads.csv:2: host \"h\"0\" is not in the topology: accepted are h0, h1, h2 (did you mean "
     "\"h0\"?)\n"},
    {"CSV", "host,items\nh0,\"1\nh1,2\n",
     "s/loads.csv:2: a quote is opened and not closed: a closing quote is needed\n"},
};

static const struct bad generated_loads[] = {
    {"\"uniform\"", "\"unifrom\"",
     S "5: generator=\"unifrom\" of <loads>: accepted are {load generators} (did you "
       "mean uniform?)\n"},
    {"low=\"0\"", "loww=\"0\"",
     S "5: attribute loww of <loads>: accepted are generator, seed, low, high, "
       "power, divisible, after (did "
       "you mean low?)\n"},
    {"generator=\"uniform\" low=\"0\"", "file=\"\"",
     S "5: file=\"\" of <loads>: a value is needed, or leave the attribute out\n"},
    {"generator=\"uniform\" low=\"0\"", "file=\".\"",
     S "5: \"s/.\" is not a regular file: a readable file is needed\n"},
    {"<loads generator=\"uniform\" low=\"0\"/>",
     "<loads><load host=\"h0\" items=\"9007199254740992\"/><load host=\"h0\" kind=\"1\" "
     "items=\"1\"/></loads>",
     S "5: more than 2^53 items in all: at most 2^53 are supported\n"},
    {"low=\"0\"", "low=\"-1\"", S "5: option low=\"-1\": integer 0 9007199254740992 is accepted\n"},
    {"low=\"0\"", "low=\"101\"", S "5: low 101 and high 100: low must not be above high\n"},
    {"low=\"0\"", "high=\"9007199254740992\"",
     S "5: up to 9007199254740992 items on each of 3 hosts: at most 2^53 in all are supported\n"},
    {"low=\"0\"", "seed=\"x\"",
     S "5: seed=\"x\" of <loads>: an integer from 0 to 9223372036854775807 is accepted\n"},
    {"low=\"0\"", "after=\"balanced\"",
     S "5: generated loads with after: accepted with goal reach=\"after\" only\n"},
    {"reach=\"balance\"", "reach=\"after\"",
     S "5: generated loads without after: goal reach=\"after\" needs it\n"},
    {"\"uniform\" low=\"0\"", "\"skewed\" total=\"2\" low=\"1\"",
     S "5: a total of 2 items on 3 hosts of at least 1: a total of at least low times hosts is "
       "needed\n"},
    {"\"uniform\" low=\"0\"", "\"piled\" total=\"1000000000\" share=\"0.5\"",
     S "5: 1000000000 items to drop one by one: at most 100000000 are supported, or share 0\n"},
};

static const struct bad goals[] = {
    {"reach=\"after\"", "", S "12: <goal> without reach: it is needed\n"},
    {"reach=\"after\"", "reach=\"balanced\"",
     S "12: reach=\"balanced\" of <goal>: accepted are after, balance, gather, finish, stencil, "
       "place, copies (did you mean balance?)\n"},
    {"reach=\"after\"", "reach=\"after\" error=\"1\"",
     S "12: error of <goal>: accepted with reach=\"balance\" only\n"},
    {"reach=\"after\"", "reach=\"after\" metric=\"steps\" iterations=\"2\" overlap=\"no\"",
     S "12: metric of <goal>: accepted with reach=\"stencil\" only\n" S
       "12: iterations of <goal>: accepted with reach=\"stencil\" only\n" S
       "12: overlap of <goal>: accepted with reach=\"stencil\" only\n"},
};

static const struct bad runs[] = {
    {"<run algorithm=\"ring-one-way\"/>", "<run/>",
     S "13: <run> without algorithm: it is needed\n"},
    {"<run algorithm=\"ring-one-way\"/>", "<run algorithm=\"\"/>",
     S "13: algorithm=\"\" of <run>: a value is needed, or leave the attribute out\n"},
    {"<run algorithm=\"ring-one-way\"/>", "<run algoritm=\"x\"/>",
     S "13: attribute algoritm of <run>: accepted are algorithm, seed (did you mean algorithm?)\n" S
       "13: <run> without algorithm: it is needed\n"},
    {"<run algorithm=\"ring-one-way\"/>",
     "<run algorithm=\"x\">\n<option name=\"a\" value=\"1\"/>\n<option name=\"a\" "
     "value=\"2\"/>\n<option name=\"b\"/></run>",
     S "15: a second option \"a\" (the first is on line 14): one is accepted\n" S
       "16: <option> without value: it is needed\n"},
    {"<run algorithm=\"ring-one-way\"/>", "<run algorithm=\"x\">\n<expect/></run>",
     S
     "14: <expect> that expects nothing: at least one of status, time, bound, class-bound, ratio, "
     "optimal, message is needed\n"},
    {"<run algorithm=\"ring-one-way\"/>",
     "<run algorithm=\"x\">\n<expect status=\"OK\" time=\"-1\" optimal=\"yes\"/>\n<expect "
     "bound=\"2\"/></run>",
     S "14: status=\"OK\" of <expect>: accepted are ok, refused, failed\n" S
       "14: optimal=\"yes\" of <expect>: accepted are proved, proved*, no, unknown\n" S
       "14: time=\"-1\" of <expect>: a number from 0 to 1e+300 is accepted\n" S
       "15: a second <expect> (the first is on line 14): one is accepted\n"},
    {"<run algorithm=\"ring-one-way\"/>", "<run algorithm=\"x\"><expct/></run>",
     S "13: <expct> in <run>: accepted are <option>, <expect> (did you mean <expect>?)\n"},
};

/* Everything at once, in the order of the file. */
static const struct bad all_at_once = {
    NULL,
    "<?xml version=\"1.0\"?>\n"
    "<scenario>\n"
    "  <loads><load host=\"hx\" items=\"1\"/></loads>\n"
    "  <goal reach=\"balance\" error=\"x\"/>\n"
    "  <platform file=\"../ring.xml\" host=\"3\"/>\n"
    "  <topology shape=\"ring\" hosts=\"h[0-2]\"/>\n"
    "  <network prots=\"one\"/>\n"
    "</scenario>\n",
    S
    "2: 0 <run>: 1 to 10000 are accepted, or --algorithm NAME\n" S
    "3: host \"hx\" is not in the topology: accepted are h0, h1, h2\n" S
    "4: error=\"x\" of <goal>: " COUNT S
    "5: attribute host of <platform>: accepted are file, seed, bandwidth-scale, bandwidth-spread, "
    "bandwidth-shape, scaled-links, link-scale, profile, speed-profile\n" S
    "6: a ring without direction: one-way or two-way is needed\n" S
    "7: attribute prots of <network>: accepted are model, ports, sends, combined, pair, throttle "
    "(did you "
    "mean ports?)\n"};

/* Reads a text as s/scenario.xml and compares all that is said. */
static void assert_said(const char *text, const char *said)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    struct rd_scenario_settings settings = {0};
    struct rd_scenario scenario = {.run_count = 12345};
    write_text("s/scenario.xml", text);
    bool read = rd_scenario_read("s/scenario.xml", &settings, &arena, &scenario, &errors);
    assert_string_equal(printed(&errors), with_table_names(&arena, said));
    assert_int_equal(read, *said == '\0');
    if (!read)
        assert_int_equal(scenario.run_count, 12345);
    rd_arena_close(&arena);
}

static void assert_all_said(const char *text, const struct bad *bad, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        assert_said(bad[i].from ? text_with(&arena, text, bad[i].from, bad[i].to) : bad[i].to,
                    bad[i].said);
        rd_arena_close(&arena);
    }
}

#define ASSERT_ALL_SAID(text, bad) assert_all_said((text), (bad), sizeof(bad) / sizeof *(bad))

static void test_base_is_good(void **state)
{
    (void)state;
    write_text("ring.xml", ring);
    assert_said(base, "");
}

static void test_bad_scenarios(void **state)
{
    (void)state;
    write_text("ring.xml", ring);
    ASSERT_ALL_SAID(base, malformed);
    ASSERT_ALL_SAID(base, elements);
    ASSERT_ALL_SAID(base, sweeps);
    ASSERT_ALL_SAID(base, platforms);
    ASSERT_ALL_SAID(base, topologies);
    ASSERT_ALL_SAID(base, networks);
    ASSERT_ALL_SAID(base, loads);
    ASSERT_ALL_SAID(base, goals);
    ASSERT_ALL_SAID(base, runs);
    assert_said(all_at_once.to, all_at_once.said);
}

static const char generated[] =
    "<?xml version=\"1.0\"?>\n"
    "<scenario>\n"
    "  <platform generator=\"ring\" direction=\"one-way\" hosts=\"3\"/>\n"
    "  <topology shape=\"ring\"/>\n"
    "  <loads generator=\"uniform\" low=\"0\"/>\n"
    "  <goal reach=\"balance\"/>\n"
    "  <run algorithm=\"all\"/>\n"
    "</scenario>\n";

static void test_bad_generated_scenarios(void **state)
{
    (void)state;
    assert_said(generated, "");
    ASSERT_ALL_SAID(generated, generated_topologies);
    ASSERT_ALL_SAID(generated, generated_loads);
    ASSERT_ALL_SAID(generated, generated_platforms);
    ASSERT_ALL_SAID(generated, good);
}

/* A text `count` times, with a number for its one %zu. */
static char *repeated(struct rd_arena *arena, const char *format, size_t count)
{
    size_t room = count * (strlen(format) + 8) + 1, length = 0;
    char *text = rd_take(arena, room, char);
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, room - length, format, i);
    return text;
}

/* Whatever may be listed may be listed too often. */
static void test_lists_have_an_end(void **state)
{
    (void)state;
    static const struct {
        const char *from, *before, *each;
        size_t count;
        const char *behind, *said;
    } lists[] = {
        {"<run algorithm=\"all\"/>", "<run algorithm=\"x\">", "<option name=\"o%zu\" value=\"1\"/>",
         101, "</run>", S "7: 101 options: at most 100 are supported\n"},
        {"</scenario>", "<sweep><vary parameter=\"flops\" values=\"", "%zu ", 10001,
         "\"/></sweep></scenario>", S "8: more than 10000 values: that many are supported\n"},
        {"</scenario>", "<sweep>", "<vary parameter=\"flops\" values=\"%zu\"/>", 65,
         "</sweep></scenario>", S "8: more than 64 <vary>: that many are supported\n"},
        {"<scenario>", "<scenario name=\"", "n", 101, "\">", NULL},
        {"<loads generator=\"uniform\" low=\"0\"/>", "<loads>",
         "<load host=\"h0\" kind=\"%zu\" items=\"1\"/>", 200, "</loads>", ""},
        {"<loads generator=\"uniform\" low=\"0\"/>", "<loads>", "<load host=\"x%zu\" items=\"1\"/>",
         120, "</loads>", NULL},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        const char *list = repeated(&arena, lists[i].each, lists[i].count);
        const char *to = rd_arena_print(&arena, "%s%s%s", lists[i].before, list, lists[i].behind);
        const char *text = text_with(&arena, generated, lists[i].from, to);
        if (lists[i].said) {
            assert_said(text, lists[i].said);
        } else {
            struct rd_error_list errors = {.arena = &arena};
            struct rd_scenario_settings settings = {0};
            struct rd_scenario scenario;
            assert_false(rd_scenario_read_text("a.xml", text, strlen(text), &settings, &arena,
                                               &scenario, &errors));
            assert_int_equal(errors.count, lists[i].count == 120 ? 120 : 1);
        }
        rd_arena_close(&arena);
    }
}

/* Of hosts that are not on the platform the first is named, with the number of others. */
static void test_many_hosts_that_are_not_there(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    struct rd_scenario_settings settings = {0};
    struct rd_scenario scenario;
    write_text("ring.xml", ring);
    write_text("s/scenario.xml",
               text_with(&arena, base, "hosts=\"h0 h1 h2\"", "hosts=\"h0 h1 h2 x[0-119]\""));
    assert_false(rd_scenario_read("s/scenario.xml", &settings, &arena, &scenario, &errors));
    assert_int_equal(errors.count, 1);
    assert_string_equal(
        errors.error[0].message,
        "host \"x0\", as 119 more, is not on the platform: accepted are h0, h1, h2");
    rd_arena_close(&arena);
}

/* Without a name of its own a scenario has that of its file. */
static void test_names_of_files(void **state)
{
    (void)state;
    static const struct {
        const char *path, *name; /* NULL: refused */
    } files[] = {
        {"a.xml", "a"}, {"folder/b.xml", "b"}, {"c.scenario", "c.scenario"}, {".xml", NULL},
        {"d", "d"},     {"a b.xml", NULL},     {"longer", "longer"},         {"e/f g.xml", NULL}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        struct rd_error_list errors = {.arena = &arena};
        struct rd_scenario_settings settings = {0};
        struct rd_scenario scenario;
        bool read = rd_scenario_read_text(files[i].path, generated, strlen(generated), &settings,
                                          &arena, &scenario, &errors);
        assert_int_equal(read, files[i].name != NULL);
        if (read)
            assert_string_equal(scenario.name, files[i].name);
        else
            assert_string_equal(strstr(errors.error[0].message, "\": "),
                                "\": up to 100 letters, digits, '.', '_' and '-', the first a "
                                "letter, a digit or '_', are accepted as a name");
        rd_arena_close(&arena);
    }
}

/* A name is a host's to its last byte: neither cut at a zero nor at the end of some buffer. */
static void test_names_in_loads_are_whole(void **state)
{
    (void)state;
    static const char zero[] = "host,items\nh0\0x,1\n";
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    const char *scenario =
        text_with(&arena, generated, "generator=\"uniform\" low=\"0\"", "file=\"loads.csv\"");
    write_bytes("s/loads.csv", zero, sizeof zero - 1);
    assert_said(scenario, "s/loads.csv:2: host \"h0?x\": the name of a host is needed\n");

    char longest[256], shown[101];
    memset(longest, 'n', 255);
    longest[255] = '\0';
    snprintf(shown, sizeof shown, "%.100s", longest);
    write_text("long.xml",
               text_with(&arena,
                         text_with(&arena, ring, "host id=\"h2\"",
                                   rd_arena_print(&arena, "host id=\"%s\"", longest)),
                         "    <route src=\"h1\" dst=\"h2\"><link_ctn id=\"l\"/></route>\n"
                         "    <route src=\"h2\" dst=\"h0\"><link_ctn id=\"l\"/></route>\n",
                         ""));
    scenario = text_with(&arena, scenario, "generator=\"ring\" direction=\"one-way\" hosts=\"3\"",
                         "file=\"../long.xml\"");
    scenario = text_with(&arena, scenario, "shape=\"ring\"",
                         rd_arena_print(&arena, "shape=\"switch\" hosts=\"%s h0\"", longest));
    write_text("s/loads.csv", rd_arena_print(&arena, "host,items\n%s,1\n", longest));
    assert_said(scenario, "");
    write_text("s/loads.csv", rd_arena_print(&arena, "host,items\n%sn,1\n", longest));
    assert_said(scenario,
                rd_arena_print(&arena,
                               "s/loads.csv:2: host \"%s\" is not in the topology: accepted are "
                               "%.64s, h0\n",
                               shown, longest));
    write_text("s/loads.csv",
               rd_arena_print(&arena, "host,items\n%s,1\n", repeated(&arena, "n", 5000)));
    assert_said(scenario,
                rd_arena_print(&arena,
                               "s/loads.csv:2: host \"%s\" is not in the topology: accepted are "
                               "%.64s, h0\n",
                               shown, longest));
    rd_arena_close(&arena);
}

static void test_bad_csv_loads(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    const char *scenario =
        text_with(&arena, generated, "generator=\"uniform\" low=\"0\"", "file=\"loads.csv\"");
    for (size_t i = 0; i < sizeof csv_loads / sizeof *csv_loads; i++) {
        write_text("s/loads.csv", csv_loads[i].to);
        assert_said(scenario, csv_loads[i].said);
    }
    write_text("s/loads.csv", "host,items\nh0,1\n");
    assert_said(scenario, "");
    rd_arena_close(&arena);
}

static void test_goals_that_lack_something(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    const char *finish = text_with(&arena, generated, "\"balance\"", "\"finish\"");
    assert_said(finish, S "6: reach=\"finish\" where items have no flops: flops above 0 in <items> "
                          "are needed\n");
    const char *kinds = text_with(&arena, generated, "<loads generator=\"uniform\" low=\"0\"/>",
                                  "<loads><load host=\"h1\" kind=\"3\" items=\"1\"/></loads>");
    const char *gather = text_with(&arena, kinds, "\"balance\"", "\"gather\"");
    assert_said(gather, S "5: 4 kinds to gather on 3 hosts: at most one kind a host is accepted\n");
    const char *many = text_with(&arena, kinds, "kind=\"3\"", "kind=\"999999\"");
    const char *hosts = text_with(&arena, many, "hosts=\"3\"", "hosts=\"200\"");
    assert_said(hosts, S "5: 1000000 kinds on 200 hosts: at most 134217728 hosts times kinds are "
                         "supported\n");
    /* 134 workers may have so many kinds, and one host more, the master, may not. */
    const char *drawn = text_with(&arena, generated, "<loads generator=\"uniform\" low=\"0\"/>",
                                  "<loads generator=\"random-matrix\" kinds=\"1000000\"/>");
    const char *star =
        text_with(&arena, drawn, "generator=\"ring\" direction=\"one-way\" hosts=\"3\"",
                  "generator=\"star\" hosts=\"134\"");
    assert_said(text_with(&arena, star, "shape=\"ring\"", "shape=\"star\""),
                S "5: 1000000 kinds on 135 hosts: at most 134217728 hosts times kinds are "
                  "supported\n");
    rd_arena_close(&arena);
}

/* What an editor cuts short is an error wherever it is cut, and never a crash. */
static void test_every_truncation_is_an_error(void **state)
{
    (void)state;
    write_text("ring.xml", ring);
    for (size_t size = 0; size < sizeof base - 2; size++) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        struct rd_error_list errors = {.arena = &arena};
        struct rd_scenario_settings settings = {0};
        struct rd_scenario scenario;
        write_bytes("s/scenario.xml", base, size);
        assert_false(rd_scenario_read("s/scenario.xml", &settings, &arena, &scenario, &errors));
        assert_int_equal(errors.count, 1);
        assert_int_equal(errors.error[0].code, RD_ERROR_INPUT);
        assert_true(errors.error[0].line >= 1);
        rd_arena_close(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_base_is_good),
        cmocka_unit_test(test_bad_scenarios),
        cmocka_unit_test(test_bad_generated_scenarios),
        cmocka_unit_test(test_lists_have_an_end),
        cmocka_unit_test(test_many_hosts_that_are_not_there),
        cmocka_unit_test(test_names_of_files),
        cmocka_unit_test(test_names_in_loads_are_whole),
        cmocka_unit_test(test_bad_csv_loads),
        cmocka_unit_test(test_goals_that_lack_something),
        cmocka_unit_test(test_every_truncation_is_an_error),
    };
    return cmocka_run_group_tests(tests, temporary_folder_enter, temporary_folder_leave);
}
