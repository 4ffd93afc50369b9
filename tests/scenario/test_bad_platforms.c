/* Each way to write a platform file that SimGrid would abort on, hang on, or play with a wrong
 * clock; and what is said of it, word for word. */
#include "temporary_folder.h"

#include "sim/platform/platform_check.h"
#include "tests/support/cmocka.h"

#include <string.h>

static const char base[] =                                                                      //
    "<?xml version=\"1.0\"?>\n"                                                                 // 1
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"                          // 2
    "<platform version=\"4.1\">\n"                                                              // 3
    "  <config id=\"c\"><prop id=\"smpi/wtime\" value=\"1\"/></config>\n"                       // 4
    "  <zone id=\"z\" routing=\"Full\">\n"                                                      // 5
    "    <prop id=\"made\" value=\"by hand\"/>\n"                                               // 6
    " <host id=\"h0\" speed=\"1Gf, 2Gf\" pstate=\"1\" core=\"4\"><prop id=\"a\" value=\"\"/>\n" // 7
    "    </host>\n"                                                                             // 8
    "    <host id=\"h1\" speed=\"2.5e3kf\"/>\n"                                                 // 9
    "    <router id=\"r\"/>\n"                                                                // 10
    "    <link id=\"l\" bandwidth=\"125MBps\" latency=\"50us\"/>\n"                           // 11
    "    <link id=\"d\" bandwidth=\"1Gbps\" latency=\"0\" sharing_policy=\"SPLITDUPLEX\"/>\n" // 12
    "    <route src=\"h0\" dst=\"h1\"><link_ctn id=\"l\"/></route>\n"                         // 13
    " <route src=\"h0\" dst=\"r\" symmetrical=\"NO\"><link_ctn id=\"d\" direction=\"UP\"/>\n" // 14
    "    </route>\n"                                                                          // 15
    "  </zone>\n"                                                                             // 16
    "</platform>\n";                                                                          // 17

#define P "p/platform.xml:"
#define BANDWIDTH                                                                                  \
    "a number with a unit such as Bps, kBps, MBps, GBps, MiBps, Mbps or Mibps, 1e-30 to 1e+30 "    \
    "Bps in all, is accepted\n"
#define LATENCY                                                                                    \
    "a number with a unit (ps, ns, us, ms, s, m, h, d, w), 0 or 1e-30 to 1e+30 s in all, is "      \
    "accepted\n"
#define SPEEDS                                                                                     \
    "a number with a unit such as f, kf, Mf, Gf or Tf, 0 or 1e-30 to 1e+30 f in all, is "          \
    "accepted\n"
#define RADICAL                                                                                    \
    "numbers and ranges from low to high such as 0-15,20, and at most 1048576 hosts in all, are "  \
    "accepted\n"

#define SETTINGS                                                                                   \
    " in <config>: the scenario's <network> chooses SimGrid's settings; only such as change no "   \
    "time are accepted, and left off: contexts/..., smpi/..., tracing/..., cpu/optim, "            \
    "network/optim, maxmin/precision\n"
#define NO_ROUTES(routing)                                                                         \
    " in a zone of routing=\"" routing                                                             \
    "\", which takes none: Full, Floyd, Dijkstra and DijkstraCache do\n"
#define COORDINATES ": three numbers with a blank between are accepted, as in \"25.5 9.4 0\"\n"

#define OTHER_TYPE                                                                                 \
    "3: another document type: <!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\"> is " \
    "needed before <platform>; simgrid_update_xml, which comes with SimGrid, rewrites older "      \
    "files\n"

#define ZEROS "000000000000000000000000000000"

/* A change of the base, and all that is said of the result. */
struct bad {
    const char *from, *to; /* from NULL: `to` is the whole platform */
    const char *said;
};

static const struct bad forms[] = {
    {NULL, "", P "1: not well-formed, Document is empty: XML 1.0 is accepted\n"},
    {"<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">", "",
     P "3: no document type: <!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\"> is "
       "needed before <platform>\n"},
    {"<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">",
     "<!DOCTYPE platform SYSTEM \"a.dtd\" [<!ENTITY x SYSTEM \"/etc/hostname\">]>",
     P "2: a document type with declarations of its own: none are accepted\n"},
    {"<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">",
     "<!DOCTYPE platform [<!ATTLIST host core CDATA \"3\">]>",
     P "2: a document type with declarations of its own: none are accepted\n"},
    {"https://simgrid.org/simgrid.dtd", "http://simgrid.gforge.inria.fr/simgrid.dtd", P OTHER_TYPE},
    {"SYSTEM \"https", "PUBLIC \"p\" \"https", P OTHER_TYPE},
    {" SYSTEM \"https://simgrid.org/simgrid.dtd\"", "", P OTHER_TYPE},
    {"<!DOCTYPE platform", "<!DOCTYPE plattform",
     P "1: document type \"plattform\": only platform is accepted\n"},
    {"1Gf, 2Gf", "&fast;",
     P "7: not well-formed, Entity 'fast' not defined: XML 1.0 is accepted\n"},
    {"<router", "&router;<router",
     P "10: not well-formed, Entity 'router' not defined: XML 1.0 is accepted\n"},
    {"</zone>", "",
     P "17: not well-formed, Opening and ending tag mismatch: zone line 5 and "
       "platform: XML 1.0 is accepted\n"},
    {"<platform version=\"4.1\">", "<platform>", P "3: <platform> without version: it is needed\n"},
    {"version=\"4.1\"", "version=\"3\"",
     P "3: version=\"3\" of <platform>: 4 to 4.1 is accepted; simgrid_update_xml, which comes with "
       "SimGrid, rewrites older files\n"},
    {"version=\"4.1\"", "version=\"new\"",
     P "3: version=\"new\" of <platform>: 4 to 4.1 is accepted\n"},
    {"version=\"4.1\"", "version=\"5\"",
     P "3: version=\"5\" of <platform>: 4 to 4.1 is accepted\n"},
    {NULL,
     "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"s\">\n<plattform version=\"4.1\"/>\n",
     P "3: root element <plattform>: <platform> is accepted\n"},
    {NULL,
     "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
     "<platform version=\"4.1\"/>\n",
     P "3: a platform without hosts: at least one is needed\n"},
    {"smpi/wtime", "network/model", P "4: setting \"network/model\"" SETTINGS},
    {"smpi/wtime", "tracings", P "4: setting \"tracings\"" SETTINGS},
    {"smpi/wtime", "maxmin/concurrency-limit",
     P "4: setting \"maxmin/concurrency-limit\"" SETTINGS},
    {"routing=\"Full\"", "routing=\"Wifi\"",
     P "5: routing=\"Wifi\" of <zone>: Full, Cluster, Floyd, Dijkstra, DijkstraCache, None and "
       "Vivaldi are accepted; a wireless zone has the rates that a program gives its stations\n"},
    {"routing=\"Full\"", "routing=\"None\"",
     P "13: <route>" NO_ROUTES("None") P "14: <route>" NO_ROUTES("None")},
    {"routing=\"Full\"", "routing=\"vivaldi\"",
     P "13: <route>" NO_ROUTES("vivaldi") P "14: <route>" NO_ROUTES("vivaldi")},
    {"<router id=\"r\"/>", "<router id=\"r\" coordinates=\"1 2\"/>",
     P "10: coordinates=\"1 2\" of <router>" COORDINATES},
    {"core=\"4\"", "core=\"4\" coordinates=\"1 2 x\"",
     P "7: coordinates=\"1 2 x\" of <host>" COORDINATES},
    {"core=\"4\"", "core=\"4\" coordinates=\"1  2 3\"",
     P "7: coordinates=\"1  2 3\" of <host>" COORDINATES},
    {"core=\"4\"", "core=\"4\" coordinates=\"1 2 3 \"",
     P "7: coordinates=\"1 2 3 \" of <host>" COORDINATES},
    {"core=\"4\"",
     "core=\"\xe2\x88\x92"
     "4\"",
     P "7: core=\"\xe2\x88\x92"
       "4\" of <host>, with the sign U+2212 in place of '-': an integer "
       "from 1 is accepted\n"},
    {"</zone>\n", "</zone><actor host=\"h0\" function=\"f\"/>",
     P "16: <actor> in <platform>: accepted are <config>, <zone>, <AS>, <cluster>, <cabinet>, "
       "<peer>, <trace>, <trace_connect>\n"},
    {"<router id=\"r\"/>", "<routre id=\"r\"/>",
     P "10: <routre> in <zone>: accepted are <prop>, <zone>, <AS>, <host>, <router>, <link>, "
       "<backbone>, <host_link>, <cluster>, <cabinet>, <peer>, <route>, <zoneRoute>, <ASroute>, "
       "<bypassRoute>, <bypassZoneRoute>, <bypassASroute>, <trace>, <trace_connect> (did you mean "
       "<router>?)\n" P "14: dst=\"r\" of <route> is no host or router declared before: accepted "
       "are h0, h1\n"},
    {"core=\"4\"", "cores=\"4\"",
     P "7: attribute cores of <host>: accepted are id, speed, core, speed_file, availability_file, "
       "state_file, coordinates, pstate (did you mean core?)\n"},
    {"<router id=\"r\"/>", "<router id=\"r\"><![CDATA[ ]]></router>",
     P "10: a CDATA section in <router>: SimGrid reads none\n"},
    {"<router id=\"r\"/>", "<router id=\"r\"/><x:host xmlns:x=\"http://example.org\" id=\"q\"/>",
     P "10: <host> of a namespace in <zone>: accepted are <prop>, <zone>, <AS>, <host>, <router>, "
       "<link>, <backbone>, <host_link>, <cluster>, <cabinet>, <peer>, <route>, <zoneRoute>, "
       "<ASroute>, <bypassRoute>, <bypassZoneRoute>, <bypassASroute>, <trace>, <trace_connect>\n"},
    {" routing=\"Full\"", "", P "5: <zone> without routing: it is needed\n"},
    {"<router id=\"r\"/>", "<router id=\"r\"/>hello",
     P "5: text \"hello\" in <zone>: none is accepted\n"},
};

static const struct bad values[] = {
    {"125MBps", "0Bps", P "11: bandwidth=\"0Bps\" of <link>: " BANDWIDTH},
    {"125MBps", "-1Bps", P "11: bandwidth=\"-1Bps\" of <link>: " BANDWIDTH},
    {"125MBps", "1MBps,2MBps", P "11: bandwidth=\"1MBps,2MBps\" of <link>: " BANDWIDTH},
    {"125MBps", "nanBps", P "11: bandwidth=\"nanBps\" of <link>: " BANDWIDTH},
    {"125MBps", "infBps", P "11: bandwidth=\"infBps\" of <link>: " BANDWIDTH},
    {"125MBps", "1e-31Bps", P "11: bandwidth=\"1e-31Bps\" of <link>: " BANDWIDTH},
    {"125MBps", "1e400Bps", P "11: bandwidth=\"1e400Bps\" of <link>: " BANDWIDTH},
    {"125MBps", "1e300EBps", P "11: bandwidth=\"1e300EBps\" of <link>: " BANDWIDTH},
    {"125MBps", "1KBps", P "11: bandwidth=\"1KBps\" of <link>: " BANDWIDTH},
    {"125MBps", "1 MBps", P "11: bandwidth=\"1 MBps\" of <link>: " BANDWIDTH},
    {"125MBps", "", P "11: bandwidth=\"\" of <link>: " BANDWIDTH},
    {"125MBps", "0.0000000000000000000000000000000000000001Bps",
     P "11: bandwidth=\"0.0000000000000000000000000000000000000001Bps\" of <link>: " BANDWIDTH},
    {"125MBps", "1e+0000000000000000001Bps",
     P "11: bandwidth=\"1e+0000000000000000001Bps\" of <link>: " BANDWIDTH},
    {"125MBps", "0x10Bps", P "11: bandwidth=\"0x10Bps\" of <link>: " BANDWIDTH},
    {"50us", "-50us", P "11: latency=\"-50us\" of <link>: " LATENCY},
    {"50us", "50uss", P "11: latency=\"50uss\" of <link>: " LATENCY},
    {"50us", "50,5us", P "11: latency=\"50,5us\" of <link>: " LATENCY},
    {" latency=\"50us\"", "", P "11: <link> without latency: it is needed\n"},
    {"2.5e3kf", "-1f", P "9: speed=\"-1f\" of <host>: " SPEEDS},
    {"1Gf, 2Gf", "1Gf,, 2Gf", P "7: speed=\"\" of <host>: " SPEEDS},
    {"1Gf, 2Gf", "1Gf, 2GHz", P "7: speed=\"2GHz\" of <host>: " SPEEDS},
    /* 63 letters of it would be a number. */
    {"1Gf, 2Gf", "1Gf, 1" ZEROS "." ZEROS "0000 too long",
     P "7: speed=\"1" ZEROS "." ZEROS "0000 too long\" of <host>: " SPEEDS},
    {"1Gf, 2Gf", "1Gf, -1f", P "7: speed=\"-1f\" of <host>: " SPEEDS},
    {"pstate=\"1\"", "pstate=\"0.5\"",
     P "7: pstate=\"0.5\" of <host>: an integer from 0 to 1, the last of its speeds, is "
       "accepted\n"},
    {"pstate=\"1\"", "pstate=\"x\"",
     P "7: pstate=\"x\" of <host>: a number, 0 or more, is accepted\n"},
    {"pstate=\"1\"", "pstate=\"-1\"",
     P "7: pstate=\"-1\" of <host>: a number, 0 or more, is accepted\n"},
    {"pstate=\"1\"", "pstate=\"2\"",
     P "7: pstate=\"2\" of <host>: an integer from 0 to 1, the last of its speeds, is accepted\n"},
    {"core=\"4\"", "core=\"0\"", P "7: core=\"0\" of <host>: an integer from 1 is accepted\n"},
    {"routing=\"Full\"", "routing=\"Star\"",
     P "5: routing=\"Star\" of <zone>: accepted are Full, Cluster, Floyd, Dijkstra, DijkstraCache, "
       "None, Vivaldi\n"},
    {"SPLITDUPLEX", "SPLITDUPLEXX",
     P "12: sharing_policy=\"SPLITDUPLEXX\" of <link>: accepted are SHARED, SPLITDUPLEX, "
       "FULLDUPLEX, FATPIPE (did you mean SPLITDUPLEX?)\n" P
       "14: direction=\"UP\" of <link_ctn>: accepted with SPLITDUPLEX links only, and \"d\" is "
       "none\n"},
    {"bandwidth=\"125MBps\"", "bandwidth=\"54Mbps, 36Mbps,24Mbps\" sharing_policy=\"WIFI\"",
     P "11: sharing_policy=\"WIFI\" of <link>: SHARED, SPLITDUPLEX, FULLDUPLEX and FATPIPE are "
       "accepted; a wireless link has the rates that a program gives its stations\n"},
    {"symmetrical=\"NO\"", "symmetrical=\"No\"",
     P "14: symmetrical=\"No\" of <route>: accepted are YES, NO, yes, no\n"},
    {"id=\"h1\"", "id=\"\"",
     P "9: id=\"\" of <host>: a name is needed\n" P
       "13: dst=\"h1\" of <route> is no host or router declared before: accepted are h0, r\n"},
    {"latency=\"50us\"", "latency=\"50us\" bandwidth_file=\"nowhere.bw\"",
     P "11: bandwidth_file of <link>: file \"p/nowhere.bw\": No such file or directory: a readable "
       "file is needed\n"},
    {"latency=\"50us\"", "latency=\"50us\" state_file=\"/dev/null\"",
     P "11: state_file of <link>: file \"/dev/null\" lies outside the parent of the scenario's "
       "folder: files within it are accepted, others with --allow\n"},
};

#define EVENT "a date and a value are accepted, as in \"2.5 100\"\n"

/* What a file of a bandwidth says, and what is said of it. SimGrid 3.32 aborts on each, hangs or
 * reads something else. */
static const struct {
    const char *profile, *said;
} profiles[] = {
    {"2", "1: no event of a profile: " EVENT},
    {"\n  2 .5 7\n", "2: no event of a profile: " EVENT},
    {"1 2 3 4 5 6 7 8\n", "1: no event of a profile: " EVENT},
    {"-1 1", "1: date \"-1\" of a profile: 0 or a number from 1e-30 to 1e+30 is accepted\n"},
    {"0x2 1", "1: date \"0x2\" of a profile: 0 or a number from 1e-30 to 1e+30 is accepted\n"},
    {"2s 1", "1: date \"2s\" of a profile: 0 or a number from 1e-30 to 1e+30 is accepted\n"},
    {"1e400 1", "1: date \"1e400\" of a profile: 0 or a number from 1e-30 to 1e+30 is accepted\n"},
    {"loopafter 1",
     "1: date \"loopafter\" of a profile: 0 or a number from 1e-30 to 1e+30 is accepted\n"},
    {"UNIF 1 2 3",
     "1: date \"UNIF\" of a profile: 0 or a number from 1e-30 to 1e+30 is accepted\n"},
    {"2 0", "1: value \"0\" of a profile: a number from 1e-30 to 1e+30 is accepted\n"},
    {"2 -1", "1: value \"-1\" of a profile: a number from 1e-30 to 1e+30 is accepted\n"},
    {"2 nan", "1: value \"nan\" of a profile: a number from 1e-30 to 1e+30 is accepted\n"},
    {"2 inf", "1: value \"inf\" of a profile: a number from 1e-30 to 1e+30 is accepted\n"},
    {"2 100000000000000000000000000000000000000.00000000000000000000e400",
     "1: value \"100000000000000000000000000000000000000.0000...\" of a profile: a number "
     "from 1e-30 to 1e+30 is accepted\n"},
    {"2 1kBps", "1: value \"1kBps\" of a profile: a number from 1e-30 to 1e+30 is accepted\n"},
    {"2 1\n# back\n1 1",
     "3: date 1 behind date 2 of a profile: dates in their order are accepted\n"},
    {"PERIODICITY 0\n2 1",
     "1: PERIODICITY \"0\" of a profile: a number from 1e-30 to 1e+30 is accepted\n"},
    {"PERIODICITY 1\n2 1",
     "2: a date of a profile behind its period: dates within the period are accepted\n"},
    {"PERIODICITY 4\n2 1\nLOOPAFTER 1",
     "2: a period of a profile and LOOPAFTER: one of them is accepted\n"},
    {"LOOPAFTER",
     "1: date \"LOOPAFTER\" of a profile: 0 or a number from 1e-30 to 1e+30 is accepted\n"},
    {"LOOPAFTER -1",
     "1: LOOPAFTER \"-1\" of a profile: 0 or a number from 1e-30 to 1e+30 is accepted\n"},
    {"0 1\nLOOPAFTER 0",
     "1: a profile that begins again at once: a date or LOOPAFTER above 0 is needed\n"},
    {"STOCHASTIC LOOP\nDET 0 DET 1",
     "2: a profile that begins again at once: a date or LOOPAFTER above 0 is needed\n"},
    {"STOCHASTIC\nPERIODICITY 3\nDET 2 DET 1",
     "3: a period of a stochastic profile: LOOPAFTER is accepted\n"},
    {"STOCHASTIC\nUNIF 2 1 DET 1",
     "2: UNIF 2 1 in a profile: the lower number first is accepted\n"},
    {"STOCHASTIC\n2 1", "2: no event of a profile: a date and a value are accepted, each DET X, "
                        "UNIF LOW HIGH, NORM MEAN DEVIATION or EXP RATE\n"},
    {"STOCHASTIC\nDET 2 NORM 1", "2: no event of a profile: a date and a value are accepted, each "
                                 "DET X, UNIF LOW HIGH, NORM MEAN DEVIATION or EXP RATE\n"},
    {"STOCHASTIC 2",
     "1: date \"STOCHASTIC\" of a profile: 0 or a number from 1e-30 to 1e+30 is accepted\n"},
    {"STOCHASTIC LOOP 2",
     "1: date \"STOCHASTIC\" of a profile: 0 or a number from 1e-30 to 1e+30 is accepted\n"},
    {"STOCHASTIC LOOP\nSTOCHASTIC\nDET 0 DET 1",
     "3: a profile that begins again at once: a date or LOOPAFTER above 0 is needed\n"},
    {"1 1\r2 1", "1: a zero byte or a carriage return in a line of a profile: text is accepted\n"},
};

/* What SimGrid plays as it stands. */
static const char *const good_profiles[] = {
    "",
    "# nothing\n%\n\n",
    "2 1",
    " \t2.\t+.5e1 \r\n2 3\r\n",
    "0 1 # from the beginning\n3 2\nPERIODICITY 3\n",
    "0 1\nLOOPAFTER 3",
    "2 1\nLOOPAFTER 0",
    "LOOPAFTER 2",
    "2 DET 1\n3 UNIF 1 2",
    "STOCHASTIC\nEXP 1 UNIFORM 1 2\nDET 0 NORMAL 5 0",
    "STOCHASTIC LOOP\nUNIF 0 2 DET 1",
    "STOCHASTIC\nLOOPAFTER 2\nDET 0 DET 1",
};

static const struct bad traces[] = {
    {"<zone ", "<trace id=\"t\" periodicity=\"1\" file=\"/dev/null\"/><zone ",
     P "5: file of <trace>: file \"/dev/null\" lies outside the parent of the scenario's folder: "
       "files within it are accepted, others with --allow\n"},
    {"<zone ", "<trace id=\"t\" file=\"nowhere\" periodicity=\"1\"/><zone ",
     P "5: file of <trace>: file \"p/nowhere\": No such file or directory: a readable file is "
       "needed\n"},
    {"<zone ", "<trace id=\"t\" periodicity=\"often\">0 1</trace><zone ",
     P "5: periodicity=\"often\" of <trace>: a number, 0 or more, is accepted\n"},
    {"<zone ", "<trace id=\"t\" periodicity=\"5\">\n2 1\n1 1</trace><zone ",
     P "7: date 1 behind date 2 of a profile: dates in their order are accepted\n"},
    {"<zone ", "<trace id=\"t\" periodicity=\"5\">0 1\n7 1</trace><zone ",
     P "6: a date of a profile behind its period: dates within the period are accepted\n"},
    {"<zone ", "<trace id=\"t\" periodicity=\"5\">1 1\nLOOPAFTER 2</trace><zone ",
     P "5: a period of a profile and LOOPAFTER: one of them is accepted\n"},
    {"<zone ", "<trace id=\"t\" periodicity=\"5\">0 1 2 1</trace><zone ",
     P "5: no event of a profile: " EVENT},
    {"<zone ", "<trace id=\"t\" periodicity=\"1\" file=\"\"/><zone ",
     P "5: <trace> without a file: events as its text are needed\n"},
    {"<zone ", "<trace id=\"t\" periodicity=\"1\"><![CDATA[0 1]]></trace><zone ",
     P "5: <trace> without a file: events as its text are needed\n"},
    {"<zone ", "<trace id=\"t\" periodicity=\"1\">0 1<!-- one --></trace><zone ",
     P "5: <trace> without a file: events as its text are needed\n"},
    {"<zone ", "<trace id=\"t\" file=\".\" periodicity=\"1\"/><zone ",
     P "5: file of <trace>: \"p/.\" is not a regular file: a readable file is needed\n"},
    {"<zone ", "<trace id=\"t\" periodicity=\"1\" file=\"bad\"/><zone ",
     "p/bad:2: no event of a profile: " EVENT},
    {"sharing_policy=\"SPLITDUPLEX\"", "sharing_policy=\"SPLITDUPLEX\" state_file=\"here\"",
     P "12: state_file of a SPLITDUPLEX link: SimGrid ends at its first event; accepted are two "
       "links, one for each direction\n"},
    {"latency=\"50us\"", "latency=\"50us\" bandwidth_file=\"here\" state_file=\"here\"",
     P "11: a second use of profile \"here\" (the first is on line 11): one is accepted\n"},
    {"<zone ",
     "<trace id=\"here\" periodicity=\"1\">0 1</trace>\n<trace id=\"t\" file=\"here\" "
     "periodicity=\"1\"/><zone ",
     P "6: a second use of profile \"here\" (the first is on line 5): one is accepted\n"},
    {"</zone>",
     "<trace id=\"t\" periodicity=\"1\">0 1</trace>"
     "<trace_connect kind=\"SPEED\" trace=\"t\" element=\"h1\"/>\n"
     "<trace_connect kind=\"SPEED\" trace=\"t\" element=\"h1\"/></zone>",
     P "17: a second profile \"speed of h1\" (the first is on line 16): one is accepted\n"},
    {"</zone>",
     "<trace id=\"t\" periodicity=\"1\">0 1</trace>"
     "<trace_connect trace=\"t\" element=\"h1\"/>\n"
     "<trace_connect kind=\"HOST_AVAIL\" trace=\"t\" element=\"h1\"/></zone>",
     P "17: a second profile \"state of h1\" (the first is on line 16): one is accepted\n"},
    {"core=\"4\"", "core=\"4\" state_file=\"here\" speed_file=\"here\"",
     P "7: a second use of profile \"here\" (the first is on line 7): one is accepted\n"},
    {"<zone ", "<trace period=\"1\"/><zone ",
     P "5: <trace> without id: it is needed\n" P "5: <trace> without periodicity: it is needed\n" P
       "5: attribute period of <trace>: accepted are id, file, periodicity\n"},
};

static const struct bad names[] = {
    {"id=\"h1\"", "id=\"h0\"",
     P "9: a second host or router \"h0\" (the first is on line 7): one is accepted\n" P
       "13: dst=\"h1\" of <route> is no host or router declared before: accepted are h0, r\n"},
    {"id=\"r\"", "id=\"h1\"",
     P "10: a second host or router \"h1\" (the first is on line 9): one is accepted\n" P
       "14: dst=\"r\" of <route> is no host or router declared before: accepted are h0, h1\n"},
    {"id=\"d\" bandwidth", "id=\"l\" bandwidth", /* which both are found where they are meant */
     P "14: direction=\"UP\" of <link_ctn>: accepted with SPLITDUPLEX links only, and \"d\" is "
       "none\n"},
    {"<router id=\"r\"/>", "<router id=\"r\"/>\n<link id=\"l\" bandwidth=\"1Bps\" latency=\"0\"/>",
     P "12: a second link \"l\" (the first is on line 11): one is accepted\n"},
    {"<router id=\"r\"/>", "<router id=\"r\"/><link id=\"d_UP\" bandwidth=\"1Bps\" latency=\"0\"/>",
     P "12: a second link \"d_UP\" (the first is on line 10): one is accepted\n"},
    {"<router id=\"r\"/>",
     "<router id=\"r\"/><link id=\"d\" bandwidth=\"1Bps\" latency=\"0\" "
     "sharing_policy=\"FULLDUPLEX\"/>",
     P "12: a second link \"d\" (the first is on line 10): one is accepted\n"},
    {"dst=\"h1\"", "dst=\"h2\"",
     P "13: dst=\"h2\" of <route> is no host or router declared before: accepted are h0, h1, r\n"},
    {"id=\"l\"/>", "id=\"k\"/>",
     P "13: id=\"k\" of <link_ctn> is no link declared before: accepted are l, d_UP, d_DOWN\n"},
    {"id=\"l\"/>", "id=\"l\" direction=\"DOWN\"/>",
     P "13: direction=\"DOWN\" of <link_ctn>: accepted with SPLITDUPLEX links only, and \"l\" is "
       "none\n"},
    {" direction=\"UP\"", "",
     P "14: <link_ctn> of the SPLITDUPLEX link \"d\" without direction: UP or DOWN is needed\n"},
    {"<link_ctn id=\"l\"/>", "", P "13: <route> without <link_ctn>: at least one is needed\n"},
    {"</zone>", "<route src=\"h1\" dst=\"h0\"><link_ctn id=\"l\"/></route></zone>",
     P "16: a second route between \"h1\" and \"h0\" (the first is on line 13; routes go both ways "
       "unless symmetrical=\"NO\"): one is accepted\n"},
    {"</zone>", "<link id=\"k\" bandwidth=\"1Bps\" latency=\"0\"/></zone>",
     P "16: <link> behind the <route> of line 13: SimGrid reads all else before routes\n"},
    {"<router id=\"r\"/>", "<router id=\"r\"/><zone id=\"y\" routing=\"Full\"/>",
     P "10: <zone> beside the <host> of line 7: a zone holds either zones, clusters and peers, or "
       "hosts and routers\n"},
    {"</platform>", "<zone id=\"z\" routing=\"None\"/></platform>",
     P "17: a second zone \"z\" (the first is on line 5): one is accepted\n" P
       "17: <zone> beside the <zone> of line 5: one is accepted, which holds all others\n"},
    {"</platform>", "<config><prop id=\"smpi/a\" value=\"\"/></config></platform>",
     P "17: <config> behind the <zone> of line 5: SimGrid reads settings first\n"},
};

static const char cluster[] =                                          //
    "<?xml version=\"1.0\"?>\n"                                        // 1
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n" // 2
    "<platform version=\"4.1\">\n"                                     // 3
    "  <zone id=\"z\" routing=\"Full\">\n"                             // 4
    "    <cluster id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-3,7\" speed=\"1Gf\" bw=\"1MBps\" "
    "lat=\"1us\"/>\n"                                              // 5
    "    <zone id=\"y\" routing=\"Cluster\">\n"                    // 6
    "      <host id=\"h0\" speed=\"1f\"/>\n"                       // 7
    "      <link id=\"up\" bandwidth=\"1Bps\" latency=\"0\"/>\n"   // 8
    "      <link id=\"down\" bandwidth=\"1Bps\" latency=\"0\"/>\n" // 9
    "      <host_link id=\"h0\" up=\"up\" down=\"down\"/>\n"       // 10
    "    </zone>\n"                                                // 11
    "    <link id=\"l\" bandwidth=\"1Bps\" latency=\"0\"/>\n"      // 12
    "    <zoneRoute src=\"c\" dst=\"y\" gw_src=\"nc_router\" gw_dst=\"h0\"><link_ctn id=\"l\"/>\n"
    "    </zoneRoute>\n" // 14
    "  </zone>\n"        // 15
    "</platform>\n";     // 16

#define TOPOLOGY                                                                                   \
    " of <cluster>: numbers from 1 to 1048576, as in \"3,4\" of a TORUS, \"2;4,4;1,2;1,2\" of a "  \
    "FAT_TREE or \"2,1;2,1;2,1;2\" of a DRAGONFLY, and at most 1048576 links in all, are "         \
    "accepted\n"

static const struct bad clusters[] = {
    {"0-3,7", "0-2000000000", P "5: radical=\"0-2000000000\" of <cluster>: " RADICAL},
    {"0-3,7", "0-1048575,1048576",
     P "5: more than 1048576 hosts: at most 1048576 are supported\n" P
       "7: more than 1048576 hosts: at most 1048576 are supported\n"},
    {"0-3,7", "3-0", P "5: radical=\"3-0\" of <cluster>: " RADICAL},
    {"0-3,7", "0-3,", P "5: radical=\"0-3,\" of <cluster>: " RADICAL},
    {"0-3,7", "0-3;7", P "5: radical=\"0-3;7\" of <cluster>: " RADICAL},
    {"0-3,7", "-1", P "5: radical=\"-1\" of <cluster>: " RADICAL},
    {"0-3,7", "99999999999", P "5: radical=\"99999999999\" of <cluster>: " RADICAL},
    {"0-3,7", "0-3,2",
     P "5: a second host or router \"n2\" (the first is on line 5): one is accepted\n"},
    {"lat=\"1us\"", "lat=\"1us\" topology=\"TORRUS\"",
     P
     "5: topology=\"TORRUS\" of <cluster>: accepted are FLAT, TORUS, FAT_TREE, DRAGONFLY (did you "
     "mean TORUS?)\n"},
    {"lat=\"1us\"", "lat=\"1us\" bb_sharing_policy=\"SPLITDUPLEX\"",
     P "5: bb_sharing_policy=\"SPLITDUPLEX\" of <cluster>: accepted are SHARED, FATPIPE\n"},
    /* A torus of 2 by 3 has six hosts, a fat tree of 2 times 4 eight, a dragonfly of 2 groups of 2
     * chassis of 2 routers of 2 nodes sixteen; here are five. */
    {"lat=\"1us\"", "lat=\"1us\" topology=\"TORUS\" topo_parameters=\"2,3\"",
     P "5: radical=\"0-3,7\" of <cluster>: 5 hosts, and TORUS of topo_parameters=\"2,3\" has 6: as "
       "many numbers are needed\n"},
    {"lat=\"1us\"", "lat=\"1us\" topology=\"FAT_TREE\" topo_parameters=\"2;2,4;1,1;1,1\"",
     P "5: radical=\"0-3,7\" of <cluster>: 5 hosts, and FAT_TREE of "
       "topo_parameters=\"2;2,4;1,1;1,1\" has 8: as many numbers are needed\n"},
    {"lat=\"1us\"", "lat=\"1us\" topology=\"DRAGONFLY\" topo_parameters=\"2,1;2,1;2,1;2\"",
     P "5: radical=\"0-3,7\" of <cluster>: 5 hosts, and DRAGONFLY of "
       "topo_parameters=\"2,1;2,1;2,1;2\" has 16: as many numbers are needed\n"},
    {"lat=\"1us\"", "lat=\"1us\" topology=\"DRAGONFLY\" topo_parameters=\"3,1;1,1;2,1;1\"",
     P "5: topo_parameters=\"3,1;1,1;2,1;1\" of <cluster>: 3 groups of 2 routers: SimGrid joins "
       "router n of each group to group n, so at least as many routers are needed\n"},
    {"lat=\"1us\"", "lat=\"1us\" topology=\"TORUS\"", P "5: topo_parameters=\"\"" TOPOLOGY},
    {"lat=\"1us\"", "lat=\"1us\" topology=\"FAT_TREE\" topo_parameters=\"2;2,2;1;1,1\"",
     P "5: topo_parameters=\"2;2,2;1;1,1\"" TOPOLOGY},
    {"lat=\"1us\"", "lat=\"1us\" topology=\"DRAGONFLY\" topo_parameters=\"2,1;2,1;2;2\"",
     P "5: topo_parameters=\"2,1;2,1;2;2\"" TOPOLOGY},
    {"0-3,7",
     "0\xe2\x88\x92"
     "3",
     P "5: radical=\"0\xe2\x88\x92"
       "3\" of <cluster>, with the sign U+2212 in place of '-': " RADICAL},
    {"dst=\"y\" gw_src", "dst=\"z\" gw_src",
     P "13: dst=\"z\" of <zoneRoute> is a zone around it: zones within it are accepted\n"},
    {"routing=\"Full\"", "routing=\"Cluster\"", P "13: <zoneRoute>" NO_ROUTES("Cluster")},
    {"<zone id=\"y\"", "<peer id=\"p\" speed=\"1f\" bw_in=\"1Bps\" bw_out=\"1Bps\"/><zone id=\"y\"",
     P "6: <peer> is accepted in a zone of routing=\"Vivaldi\"\n"},
    {"bw=\"1MBps\"", "bw=\"0\"", P "5: bw=\"0\" of <cluster>: " BANDWIDTH},
    {"<host_link id=\"h0\" up=\"up\" down=\"down\"/>", "",
     P "7: host \"h0\" of a Cluster zone without <host_link>: one is needed\n"},
    {"<host_link id=\"h0\"", "<host_link id=\"h7\"",
     P "7: host \"h0\" of a Cluster zone without <host_link>: one is needed\n" P
       "10: id=\"h7\" of <host_link> is no host declared before: accepted are n0, n1, n2, n3, n7, "
       "h0\n"},
    {"<zone id=\"y\"", "<zone id=\"c\"",
     P "6: a second zone \"c\" (the first is on line 5): one is accepted\n" P
       "13: dst=\"y\" of <zoneRoute> is no zone or cluster declared before: accepted are z, c\n"},
    {"id=\"c\" prefix", "id=\"z\" prefix",
     P "5: a second zone \"z\" (the first is on line 4): one is accepted\n" P
       "13: src=\"c\" of <zoneRoute> is no zone or cluster declared before: accepted are z, y\n" P
       "13: gw_src=\"nc_router\" of <zoneRoute> is no host or router declared before: accepted are "
       "h0\n"},
    {"<link_ctn id=\"l\"/>", "", P "13: <zoneRoute> without <link_ctn>: at least one is needed\n"},
    {"dst=\"y\"", "dst=\"x\"",
     P "13: dst=\"x\" of <zoneRoute> is no zone or cluster declared before: accepted are z, c, "
       "y\n"},
};

/* Zones as older files have them, and whatever leads past routes: no names but declared ones. */
static const char zoned[] =                                                               //
    "<?xml version=\"1.0\"?>\n"                                                           // 1
    "<!DOCTYPE platform SYSTEM \"http://simgrid.gforge.inria.fr/simgrid/simgrid.dtd\">\n" // 2
    "<platform version=\"4\">\n"                                                          // 3
    "  <config id=\"c\"/><config id=\"d\"/>\n"                                            // 4
    "  <AS id=\"z\" routing=\"Full\">\n"                                                  // 5
    "    <AS id=\"a\" routing=\"Full\">\n"                                                // 6
    "      <host id=\"h0\" speed=\"1f , 2f \"/><host id=\"h1\" speed=\"1f\"/>\n"          // 7
    "      <link id=\"l0\" bandwidth=\"1Bps\" latency=\"0\"/>\n"                          // 8
    "      <link id=\"f\" bandwidth=\"1Bps\" latency=\"0\" sharing_policy=\"FULLDUPLEX\"/>\n"
    "      <trace id=\"t\" periodicity=\"1\">0 1</trace>\n" // 10
    "      <route src=\"h0\" dst=\"h1\"><link_ctn id=\"f\" direction=\"DOWN\"/></route>\n"
    "      <bypassRoute src=\"h0\" dst=\"h1\"><link_ctn id=\"l0\" direction=\"NONE\"/>\n"
    "      </bypassRoute>\n"                                                  // 13
    "    </AS>\n"                                                             // 14
    "    <AS id=\"b\" routing=\"Full\"><host id=\"h2\" speed=\"1f\"/></AS>\n" // 15
    "    <link id=\"l\" bandwidth=\"1Bps\" latency=\"0\"/>\n"                 // 16
    "    <ASroute src=\"a\" dst=\"b\" gw_src=\"h0\" gw_dst=\"h2\"><link_ctn id=\"l\"/></ASroute>\n"
    "    <bypassZoneRoute src=\"a\" dst=\"b\" gw_src=\"h1\" gw_dst=\"h2\">\n"
    "      <link_ctn id=\"l\"/></bypassZoneRoute>\n" // 19
    "    <bypassASroute src=\"b\" dst=\"a\" gw_src=\"h2\" gw_dst=\"h1\">\n"
    "      <link_ctn id=\"l\"/></bypassASroute>\n" // 21
    "  </AS>\n"                                    // 22
    "  <trace_connect kind=\"SPEED\" trace=\"t\" element=\"h0\"/>\n"
    "</platform>\n"; // 24

#define IN_PIECES                                                                                  \
    ", and SimGrid looks for one for ever: paths between all of it, or routing=\"Floyd\", are "    \
    "accepted\n"

/* SimGrid never ends where there is no path. Routers are asked for no route. */
static const struct bad paths[] = {
    {"routing=\"Full\">", "routing=\"Dijkstra\"><host id=\"h2\" speed=\"1f\"/>",
     P "5: zone \"z\" with routing=\"Dijkstra\" has no path from \"h2\" to \"h0\"" IN_PIECES},
};

static const struct bad zone_routes[] = {
    {"gw_src=\"h0\"", "gw_src=\"h3\"",
     P "17: gw_src=\"h3\" of <ASroute> is no host or router declared before: accepted are h0, h1, "
       "h2\n"},
    {"gw_dst=\"h2\"><link_ctn", "gw_dst=\"h3\"><link_ctn",
     P "17: gw_dst=\"h3\" of <ASroute> is no host or router declared before: accepted are h0, h1, "
       "h2\n"},
    {"<ASroute src=\"a\" dst=\"b\" gw_src=\"h0\"", "<ASroute src=\"x\" dst=\"y\" gw_src=\"h0\"",
     P "17: src=\"x\" of <ASroute> is no zone or cluster declared before: accepted are z, a, b\n" P
       "17: dst=\"y\" of <ASroute> is no zone or cluster declared before: accepted are z, a, b\n"},
    {"</AS>\n    <AS id=\"b\"",
     "<bypassRoute src=\"h0\" dst=\"h1\"><link_ctn id=\"l0\"/></bypassRoute></AS>\n"
     "    <AS id=\"b\"",
     P
     "14: a second bypassRoute \"h0 > h1 in zone a\" (the first is on line 12): one is accepted\n"},
    {"</bypassASroute>\n",
     "</bypassASroute>\n<bypassASroute src=\"b\" dst=\"a\" gw_src=\"h2\" gw_dst=\"h1\">"
     "<link_ctn id=\"l\"/></bypassASroute>\n",
     P
     "22: a second bypassASroute \"b > a in zone z\" (the first is on line 20): one is accepted\n"},
    {"kind=\"SPEED\"", "kind=\"LATENCY\"",
     P "23: kind=\"LATENCY\" of <trace_connect>: accepted are HOST_AVAIL, SPEED\n"},
};

/* Links and routers that SimGrid makes: of a peer, a cabinet and two clusters. */
static const char made[] =                                                                 //
    "<?xml version=\"1.0\"?>\n"                                                            // 1
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"                     // 2
    "<platform version=\"4.1\">\n"                                                         // 3
    "  <zone id=\"z\" routing=\"Full\">\n"                                                 // 4
    "    <zone id=\"v\" routing=\"Vivaldi\"><peer id=\"p\" speed=\"1f\" bw_in=\"1Bps\" "   //
    "bw_out=\"1Bps\"/></zone>\n"                                                           // 5
    "    <zone id=\"y\" routing=\"Cluster\">\n"                                            // 6
    "      <cabinet id=\"k\" prefix=\"n\" suffix=\".x\" radical=\"3-4\" speed=\"1f\" "     //
    "bw=\"1Bps\" lat=\"0\"/>\n"                                                            // 7
    "      <link id=\"b\" bandwidth=\"1Bps\" latency=\"0\"/>\n"                            // 8
    "    </zone>\n"                                                                        // 9
    "    <cluster id=\"c\" prefix=\"c\" suffix=\"\" radical=\"0-1\" speed=\"1f\" "         //
    "bw=\"1Bps\" lat=\"0\" bb_bw=\"1Bps\"/>\n"                                             // 10
    "    <cluster id=\"e\" prefix=\"e\" suffix=\"\" radical=\"5\" speed=\"1f\" "           //
    "bw=\"1Bps\" lat=\"0\" sharing_policy=\"SHARED\" limiter_link=\"1Bps\" "               //
    "loopback_bw=\"1Bps\" router_id=\"hub\"/>\n"                                           // 11
    "    <zoneRoute src=\"c\" dst=\"y\" gw_src=\"cc_router\" gw_dst=\"n3.x\">\n"           // 12
    "      <link_ctn id=\"link_p_UP\"/><link_ctn id=\"link_n3.x_DOWN\"/>\n"                // 13
    "      <link_ctn id=\"c_link_0\" direction=\"UP\"/><link_ctn id=\"c_link_1_DOWN\"/>\n" // 14
    "      <link_ctn id=\"c_backbone\"/><link_ctn id=\"e_link_5\"/>\n"                     // 15
    "    </zoneRoute>\n"                                                                   // 16
    "    <zoneRoute src=\"e\" dst=\"c\" gw_src=\"hub\" gw_dst=\"c0\">\n"                   // 17
    "      <link_ctn id=\"e_link_5_limiter\"/><link_ctn id=\"e_link_5_loopback\"/>\n"      // 18
    "    </zoneRoute>\n"                                                                   // 19
    "  </zone>\n"                                                                          // 20
    "</platform>\n";                                                                       // 21

#define NO_LINK(name, line)                                                                        \
    P line ": id=\"" name "\" of <link_ctn> is no link declared before: accepted are b\n"
#define NO_DUPLEX(name)                                                                            \
    P "14: direction=\"UP\" of <link_ctn>: accepted with SPLITDUPLEX links only, and \"" name      \
      "\" is none\n"

#define MADE(name)                                                                                 \
    {                                                                                              \
        "<link id=\"b\"", "<link id=\"" name "\"",                                                 \
            P "8: link \"" name                                                                    \
              "\": SimGrid makes one of that name itself, for a <cluster>, <cabinet> or "          \
              "<peer>: another id is accepted\n"                                                   \
    }

static const struct bad makers[] = {
    MADE("link_p_DOWN"),
    MADE("link_n4.x_UP"),
    MADE("c_link_1_DOWN"),
    MADE("c_backbone"),
    MADE("e_link_5"),
    MADE("e_link_5_loopback"),
    MADE("e_link_5_limiter"),
    {"<link id=\"b\"", "<link id=\"c_link_0\" sharing_policy=\"SPLITDUPLEX\"",
     P
     "8: link \"c_link_0_UP\": SimGrid makes one of that name itself, for a <cluster>, <cabinet> "
     "or "
     "<peer>: another id is accepted\n" P
     "8: link \"c_link_0_DOWN\": SimGrid makes one of that name itself, for a <cluster>, <cabinet> "
     "or <peer>: another id is accepted\n"},
    {"link_p_UP", "link_q_UP", NO_LINK("link_q_UP", "13")},
    {"link_p_UP", "link_p_up", NO_LINK("link_p_up", "13")},
    {"link_p_UP", "link_c0_UP", NO_LINK("link_c0_UP", "13")},
    {"link_p_UP", "link__UP", NO_LINK("link__UP", "13")},
    {"link_p_UP", "c_link_2_UP", NO_LINK("c_link_2_UP", "13")},
    {"link_p_UP", "c_link__UP", NO_LINK("c_link__UP", "13")},
    {"link_p_UP", "c_link_0_limiter", NO_LINK("c_link_0_limiter", "13")},
    {"link_p_UP", "e_backbone", NO_LINK("e_backbone", "13")},
    {"link_p_UP", "e_link_5_UP", NO_LINK("e_link_5_UP", "13")},
    {"id=\"c_link_0\" direction=\"UP\"", "id=\"c_link_0\"",
     P "14: <link_ctn> of the SPLITDUPLEX link \"c_link_0\" without direction: UP or DOWN is "
       "needed\n"},
    {"id=\"c_link_0\"", "id=\"e_link_5\"", NO_DUPLEX("e_link_5")},
    {"bb_bw=\"1Bps\"", "topology=\"TORUS\" topo_parameters=\"2\"",
     P "12: gw_src=\"cc_router\" of <zoneRoute> is no host or router declared before: accepted are "
       "p, n3.x, n4.x, c0, c1, e5, hub\n" NO_DUPLEX("c_link_0") NO_LINK("c_link_1_DOWN", "14")
           NO_LINK("c_backbone", "15")},
    {"router_id=\"hub\"", "router_id=\"p\"",
     P "11: a second host or router \"p\" (the first is on line 5): one is accepted\n" P
       "17: gw_src=\"hub\" of <zoneRoute> is no host or router declared before: accepted are p, "
       "n3.x, n4.x, c0, c1, cc_router, e5\n"},
    {"router_id=\"hub\"", "router_id=\"z\"",
     P "11: host or router \"z\": <zone> of line 4 has that name: hosts, routers and zones need "
       "names of their own\n" P
       "17: gw_src=\"hub\" of <zoneRoute> is no host or router declared before: accepted are p, "
       "n3.x, n4.x, c0, c1, cc_router, e5\n"},
    {"<link id=\"b\" bandwidth=\"1Bps\" latency=\"0\"/>",
     "<link id=\"b\" bandwidth=\"1Bps\" latency=\"0\"/>\n<zone id=\"p\" routing=\"None\"/>",
     P
     "9: <zone> beside the <cabinet> of line 7: a zone holds either zones, clusters and peers, or "
     "hosts and routers\n" P
     "9: zone \"p\": <peer> of line 5 has that name: hosts, routers and zones need names of their "
     "own\n"},
    {"id=\"y\" routing=\"Cluster\"", "id=\"y\" routing=\"Full\"",
     P "7: <cabinet> is accepted in a zone of routing=\"Cluster\"\n"},
    {"<link id=\"b\"", "<host_link id=\"p\" up=\"link_p_UP\" down=\"link_n3.x_UP\"/><link id=\"b\"",
     P "8: id=\"p\" of <host_link> is in \"v\", where line 5 declares it: a host directly "
       "in \"y\" is accepted\n" P
       "8: down=\"link_n3.x_UP\" of <host_link> is no link declared before: none is declared\n"},
    {"<link id=\"b\" bandwidth",
     "<backbone id=\"a\" bandwidth=\"1Bps\" latency=\"0\"/><backbone id=\"b\" bandwidth",
     P "8: a second <backbone> (the first is on line 8): one is accepted\n"},
    {"<link id=\"b\"",
     "<router id=\"r\"/><host_link id=\"r\" up=\"link_p_UP\" down=\"link_p_UP\"/><link id=\"b\"",
     P "8: id=\"r\" of <host_link> is a router: a host is accepted\n"},
    {"gw_src=\"hub\"", "gw_src=\"c1\"",
     P "17: gw_src=\"c1\" of <zoneRoute> is in \"c\", where line 10 declares it: a host or router "
       "within \"e\" is accepted\n"},
    {"src=\"e\" dst=\"c\" gw_src=\"hub\" gw_dst=\"c0\"",
     "src=\"c\" dst=\"c\" gw_src=\"c1\" gw_dst=\"c0\"",
     P "17: <zoneRoute> from \"c\" to itself: two zones are accepted\n"},
};

/* Checks a text as p/platform.xml and compares all that is said. */
static void assert_said(const char *text, const char *said, uint32_t host_count)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    struct rd_names hosts = {0};
    bool good = rd_platform_check("p/platform.xml", text, strlen(text), NULL, &arena, &hosts, NULL,
                                  &errors);
    rd_error_list_sort(&errors);
    assert_string_equal(printed(&errors), said);
    assert_int_equal(good, *said == '\0');
    if (good)
        assert_int_equal(hosts.count, host_count);
    rd_arena_close(&arena);
}

static void assert_all_said(const char *text, const struct bad *bad, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        assert_said(bad[i].from ? text_with(&arena, text, bad[i].from, bad[i].to) : bad[i].to,
                    bad[i].said, 0);
        rd_arena_close(&arena);
    }
}

#define ASSERT_ALL_SAID(text, bad) assert_all_said((text), (bad), sizeof(bad) / sizeof *(bad))

/* Names like those of links that SimGrid makes, and that it makes none of here. */
static const char *const free_names[] = {
    "link_p",
    "link_n5.x_UP",
    "c_link_2_UP",
    "c_link_0",
    "e_link_5_UP",
    "e_backbone",
    "c_link_0_loopback",
    "c_link_from_0_to_1",
    "link_from_0_1_0",
    "local_link_from_router_0_to_node_0_0",
};

static void test_bases_are_good(void **state)
{
    (void)state;
    assert_said(base, "", 2);
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    assert_said(text_with(&arena, base, "routing=\"Full\"", "routing=\"Dijkstra\""), "", 2);
    assert_said(text_with(&arena, base, "routing=\"Full\">",
                          "routing=\"Floyd\"><host id=\"h2\" speed=\"1f\"/>"),
                "", 3);
    assert_said(cluster, "", 6);
    /* Of five numbers a torus of four makes four hosts. */
    assert_said(text_with(&arena, text_with(&arena, cluster, "nc_router", "n0"), "lat=\"1us\"",
                          "lat=\"1us\" topology=\"TORUS\" topo_parameters=\"2,2\""),
                "", 5);
    assert_said(zoned, "", 3);
    assert_said(made, "", 6);
    for (size_t i = 0; i < sizeof free_names / sizeof *free_names; i++)
        assert_said(text_with(&arena, made, "<link id=\"b\"",
                              rd_arena_print(&arena, "<link id=\"%s\"", free_names[i])),
                    "", 6);
    rd_arena_close(&arena);
}

/* The line of a host, for who complains of it; 0 for one that no line declares. */
static void test_lines_of_hosts(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    assert_int_equal(rd_platform_host_line(base, strlen(base), "h1", &arena), 9);
    assert_int_equal(rd_platform_host_line(base, strlen(base), "nobody", &arena), 0);
    rd_arena_close(&arena);
}

/* Of very many mistakes all are counted and the first hundred are kept. */
static void test_many_mistakes_are_counted(void **state)
{
    enum { ROUTES = 120 };
    static const char route[] = "<route src=\"h0\" dst=\"x\"><link_ctn id=\"l\"/></route>";
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    char *routes = rd_take(&arena, ROUTES * (sizeof route - 1) + 1, char);
    for (size_t i = 0; i < ROUTES; i++)
        memcpy(routes + i * (sizeof route - 1), route, sizeof route - 1);
    const char *text =
        text_with(&arena, base, "</zone>", rd_arena_print(&arena, "%s</zone>", routes));
    struct rd_error_list errors = {.arena = &arena};
    struct rd_names hosts = {0};
    assert_false(rd_platform_check("p/platform.xml", text, strlen(text), NULL, &arena, &hosts, NULL,
                                   &errors));
    assert_int_equal(errors.count, ROUTES);
    assert_int_equal(rd_error_list_kept(&errors), RD_ERROR_LIST_LIMIT);
    rd_arena_close(&arena);
}

static void test_bad_platforms(void **state)
{
    (void)state;
    write_text("p/here", "");
    write_text("p/bad", "0 1\n2\n");
    ASSERT_ALL_SAID(base, forms);
    ASSERT_ALL_SAID(base, values);
    ASSERT_ALL_SAID(base, traces);
    ASSERT_ALL_SAID(base, names);
    ASSERT_ALL_SAID(cluster, clusters);
    ASSERT_ALL_SAID(zoned, zone_routes);
    ASSERT_ALL_SAID(base, paths);
    ASSERT_ALL_SAID(made, makers);
}

static void test_bad_profiles(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        write_text("p/here", profiles[i].profile);
        assert_said(
            text_with(&arena, base, "latency=\"50us\"", "latency=\"50us\" bandwidth_file=\"here\""),
            rd_arena_print(&arena, "p/here:%s", profiles[i].said), 0);
        rd_arena_close(&arena);
    }
}

/* What is behind the zero byte must not be overlooked. */
static void test_zero_byte_in_a_profile(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    write_bytes("p/here", "1 1\n2 1\0 2\n", 10);
    assert_said(
        text_with(&arena, base, "latency=\"50us\"", "latency=\"50us\" bandwidth_file=\"here\""),
        "p/here:2: a zero byte or a carriage return in a line of a profile: text is accepted\n", 0);
    rd_arena_close(&arena);
}

/* Of a bandwidth; and of all else, where a value may be 0. */
static void test_good_profiles(void **state)
{
    static const char *const other[][2] = {
        {"latency=\"50us\"", "latency=\"50us\" latency_file=\"here\""},
        {"latency=\"50us\"", "latency=\"50us\" state_file=\"here\""},
        {"core=\"4\"", "core=\"4\" speed_file=\"here\""},
        {"core=\"4\"", "core=\"4\" availability_file=\"here\""},
        {"core=\"4\"", "core=\"4\" state_file=\"here\""},
        {"<zone ", "<trace id=\"t\" file=\"here\" periodicity=\"1\">no event</trace><zone "},
    };
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    for (size_t i = 0; i < sizeof good_profiles / sizeof *good_profiles; i++) {
        write_text("p/here", good_profiles[i]);
        assert_said(
            text_with(&arena, base, "latency=\"50us\"", "latency=\"50us\" bandwidth_file=\"here\""),
            "", 2);
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        write_text("p/here", "2 0\n");
        assert_said(text_with(&arena, base, other[i][0], other[i][1]), "", 2);
        write_text("p/here", "2 -1\n");
        assert_said(
            text_with(&arena, base, other[i][0], other[i][1]),
            "p/here:1: value \"-1\" of a profile: 0 or a number from 1e-30 to 1e+30 is accepted\n",
            0);
    }
    rd_arena_close(&arena);
}

/* What SimGrid reads, and the check must not refuse. */
static void test_good_platforms(void **state)
{
    static const struct bad good[] = {
        {"125MBps", "125", NULL},
        {"125MBps", ".5KiBps", NULL},
        {"125MBps", "+5.Eibps", NULL},
        {"50us", "0", NULL},
        {"50us", "1e-3w", NULL},
        {"2.5e3kf", "3yottaflops", NULL},
        {"2.5e3kf", "1Gf, 500Mf, 0f", NULL}, /* 0 while it boots */
        {"1Gf, 2Gf", "1Gf ,0f", NULL},
        {"2.5e3kf", "0f", NULL}, /* a battery, which nobody may choose */
        {"routing=\"Full\"", "routing=\"floyd\"", NULL},
        {"latency=\"50us\"", "latency=\"50us\" bandwidth_file=\"here\" state_file=\"\"", NULL},
        {"latency=\"50us\"", "latency=\"50us\" state_file=\"here\"", NULL},
        {"core=\"4\"", "core=\"4\" speed_file=\"here\" availability_file=\"./here\"", NULL},
        {"version=\"4.1\"", "version=\"4\"", NULL},
        {"<router id=\"r\"/>", "<router id=\"r\"/><!-- a comment --><?and an instruction?>", NULL},
        {"<zone ", "<trace id=\"t\" periodicity=\"1.0\">0 1\n.5 0</trace><zone ", NULL},
        {"<zone ", "<trace id=\"t\" file=\"here\" periodicity=\"1.0\"/><zone ", NULL},
        {"<zone ", "<trace id=\"t\" file=\"\" periodicity=\"0\">0 1</trace><zone ", NULL},
        {"</zone>", "<route src=\"h1\" dst=\"h1\"><link_ctn id=\"l\"/></route></zone>", NULL},
        {"<config id=\"c\"><prop id=\"smpi/wtime\" value=\"1\"/></config>", "", NULL},
        {"https://simgrid.org/simgrid.dtd", "http://simgrid.gforge.inria.fr/simgrid/simgrid.dtd",
         NULL},
        {"symmetrical=\"NO\"", "symmetrical=\"no\"", NULL},
        {"smpi/wtime", "network/coordinates", NULL},
        {"smpi/wtime", "smpi/nonsense", NULL},
        {"smpi/wtime", "contexts/stack-size", NULL},
        {"smpi/wtime", "maxmin/precision", NULL},
        {"<?xml version=\"1.0\"?>\n", "", NULL},
        {"<?xml", "\xef\xbb\xbf<?xml", NULL},
        {"version=\"1.0\"", "version=\"1.0\" encoding=\"ASCII\"", NULL},
        {"core=\"4\"", "core=\"4\" coordinates=\"25.5 -9 0\"", NULL},
        {"smpi/wtime", "tracing", NULL},
        {"smpi/wtime", "tracing/filename", NULL},
    };
    (void)state;
    write_text("p/here", "");
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        assert_said(text_with(&arena, base, good[i].from, good[i].to), "", 2);
        rd_arena_close(&arena);
    }
}

static void test_every_truncation_is_an_error(void **state)
{
    (void)state;
    for (size_t size = 0; size < sizeof base - 2; size++) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        struct rd_error_list errors = {.arena = &arena};
        struct rd_names hosts = {0};
        char *text = rd_arena_print(&arena, "%.*s", (int)size, base);
        assert_false(
            rd_platform_check("p/platform.xml", text, size, NULL, &arena, &hosts, NULL, &errors));
        assert_int_equal(errors.count, 1);
        rd_arena_close(&arena);
    }
}

/* libxml2 counts lines to 65535 only. */
static void test_lines_beyond_65535(void **state)
{
    enum { LINES = 70000 };
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    char *lines = rd_take(&arena, LINES + 1, char);
    memset(lines, '\n', LINES);
    const char *far = text_with(&arena, base, "<platform version", lines);
    const char *text = rd_arena_print(
        &arena, "%s", text_with(&arena, far, "=\"4.1\"", "<platform version=\"4.1\""));
    const char *wrong = text_with(&arena, text, "125MBps", "0Bps");
    assert_said(wrong, P "70011: bandwidth=\"0Bps\" of <link>: " BANDWIDTH, 0);
    rd_arena_close(&arena);
}

/* Elements within elements, beyond what the parser allows. */
static void test_a_platform_too_deep(void **state)
{
    enum { DEPTH = 100000, TAG = 6 };
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    char *zones = rd_take(&arena, DEPTH * TAG + 1, char);
    for (int i = 0; i < DEPTH; i++)
        memcpy(zones + (size_t)i * TAG, "<zone>", TAG);
    const char *text = text_with(&arena, base, "<router id=\"r\"/>", zones);
    struct rd_error_list errors = {.arena = &arena};
    struct rd_names hosts = {0};
    assert_false(rd_platform_check("p/platform.xml", text, strlen(text), NULL, &arena, &hosts, NULL,
                                   &errors));
    assert_int_equal(errors.count, 1);
    assert_int_equal(errors.error[0].line, 10);
    assert_non_null(strstr(errors.error[0].message, "not well-formed, Excessive depth"));
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bases_are_good),
        cmocka_unit_test(test_lines_of_hosts),
        cmocka_unit_test(test_bad_platforms),
        cmocka_unit_test(test_many_mistakes_are_counted),
        cmocka_unit_test(test_bad_profiles),
        cmocka_unit_test(test_zero_byte_in_a_profile),
        cmocka_unit_test(test_good_profiles),
        cmocka_unit_test(test_good_platforms),
        cmocka_unit_test(test_every_truncation_is_an_error),
        cmocka_unit_test(test_lines_beyond_65535),
        cmocka_unit_test(test_a_platform_too_deep),
    };
    return cmocka_run_group_tests(tests, temporary_folder_enter, temporary_folder_leave);
}
