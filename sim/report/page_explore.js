(() => {
  // A picture of all runs as one asks for it: of which measure, by which parameter, in which panels.
  const data = JSON.parse(document.getElementById("runs-data").textContent);
  const parameterCount = data.parameters;
  const place = (name) => data.names.indexOf(name, parameterCount);
  const section = document.getElementById("explore");
  const picture = section.querySelector("figure");
  const colours = ["#4477aa", "#ee6677", "#228833", "#b59a1d", "#4fb3d0", "#aa3377", "#777777"];
  const dashes = ["", "7 4", "2 3", "9 3 2 3"];
  const mostPanels = 24;

  const parse = (text) => (text !== "" && isFinite(text) ? Number(text) : NaN);
  const order = (one, other) => {
    const a = parse(one), b = parse(other);
    if (!isNaN(a) && !isNaN(b)) return a - b;
    if (isNaN(a) !== isNaN(b)) return isNaN(a) ? 1 : -1;
    return one.localeCompare(other, "en", { numeric: true });
  };
  const different = (texts) => [...new Set(texts)].sort(order);
  const shorten = (number) => String(+number.toPrecision(4));

  // --- runs that ended well, with their measures ---

  const points = new Map();
  const runs = [];
  for (const row of data.rows) {
    if (!row[place("verdict")].startsWith("ok")) continue;
    const simulated = parse(row[place("simulated_s")]);
    const time = isNaN(simulated) ? parse(row[place("planned_s")]) : simulated;
    const point = [...row.slice(0, parameterCount), row[place("repetition")]].join("\n");
    if (isNaN(time)) continue;
    points.set(point, Math.min(time, points.get(point) ?? Infinity));
    runs.push({ row, point, time, ratio: parse(row[place("ratio")]), items: parse(row[place("items_moved")]),
      steps: parse(row[place("token_steps")]), name: row[place("algorithm")] });
  }
  for (const run of runs) {
    const best = points.get(run.point);
    run.best = best > 0 ? run.time / best : run.time > 0 ? NaN : 1;
  }
  // All algorithms in the order of the curves under Comparison, where each has the same pen.
  const bare = (label) => label.replace(/\)$/, "");
  const all = [...new Set(data.rows.map((row) => row[place("algorithm")]))]
    .sort((one, other) => (bare(one) < bare(other) ? -1 : 1));
  const names = all.filter((name) => runs.some((run) => run.name === name));
  const colourOf = (name) => colours[all.indexOf(name) % colours.length];
  const dashOf = (name) => dashes[Math.floor(all.indexOf(name) / colours.length) % dashes.length];
  const varied = data.columns.slice(0, parameterCount)
    .filter((name, at) => new Set(data.rows.map((row) => row[at])).size > 1);

  // --- what is asked for ---

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const tools = section.querySelector(".tools");
  const select = (label, options) => {
    const made = element("select", { "aria-label": label });
    for (const [value, text] of options) made.append(element("option", { value }, text));
    tools.append(element("label", {}, label + " ", made));
    made.addEventListener("change", draw);
    return made;
  };
  const check = (label, colour) => {
    const made = element("input", { type: "checkbox" });
    const text = element("span", {}, label);
    if (colour) text.style.color = colour;
    tools.append(element("label", {}, made, " ", text));
    made.addEventListener("change", draw);
    return made;
  };
  const button = (label, action) => {
    const made = element("button", { type: "button" }, label);
    made.addEventListener("click", action);
    tools.append(made);
  };
  const ofNames = varied.map((name) => [name, name]);
  const kind = select("show", [["box", "box plots"], ["line", "medians, quartiles"],
    ["ecdf", "distributions (ECDF)"]]);
  const measure = select("of", [["best", "time / shortest time"], ["ratio", "time / bound"],
    ["time", "time, s"], ["items", "items moved"], ["steps", "token steps"]]
    .filter(([name]) => runs.some((run) => isFinite(run[name]))));
  const by = select("by", [...ofNames, ["", "nothing"]]);
  const panels = select("a panel for each", [["", "nothing"], ...ofNames]);
  const logX = check("logarithmic across"), logY = check("logarithmic up");
  const boxes = names.map((name) => check(name, colourOf(name)));
  for (const box of boxes) box.checked = true;

  // --- numbers ---

  const quantile = (sorted, share) => {
    const at = share * (sorted.length - 1), below = Math.floor(at);
    const above = Math.min(sorted.length - 1, below + 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  };
  const five = (values) => {
    const sorted = [...values].sort((a, b) => a - b);
    return [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(sorted, share));
  };
  // Round numbers from low to high.
  const ticksOf = (low, high, log) => {
    const ticks = [];
    if (log) {
      const few = Math.log10(high / low) < 2 ? [1, 2, 5] : [1];
      const every = Math.max(1, Math.ceil(Math.log10(high / low) / 6));
      for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high) + 1; power += every)
        for (const digit of few) ticks.push(digit * 10 ** power);
    } else {
      const rough = (high - low) / 5, power = 10 ** Math.floor(Math.log10(rough));
      const step = [1, 2, 5, 10].find((digit) => digit * power >= rough) * power;
      for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) ticks.push(i * step);
    }
    return ticks.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9) + 1e-12);
  };
  // An axis of numbers, or of places. Returns: where a value is, its ticks.
  const axisOf = (values, log, from, to) => {
    let low = Math.min(...values), high = Math.max(...values);
    if (log && low > 0) {
      const room = high / low < 1.05 ? 1.5 : (high / low) ** 0.03;
      [low, high] = [low / room, high * room];
      const at = (value) => from + (to - from) * Math.log(value / low) / Math.log(high / low);
      return { at, ticks: ticksOf(low, high, true) };
    }
    if (high - low <= 1e-9 * Math.abs(high)) [low, high] = [low - 0.5, high + 0.5];
    const room = 0.03 * (high - low);
    low -= room;
    high += room;
    return { at: (value) => from + (to - from) * (value - low) / (high - low), ticks: ticksOf(low, high, false) };
  };

  // --- drawing ---

  const svgName = "http://www.w3.org/2000/svg";
  const put = (parent, name, attributes, text) => {
    const made = document.createElementNS(svgName, name);
    for (const [key, value] of Object.entries(attributes))
      made.setAttribute(key, typeof value === "number" ? +value.toFixed(2) : value);
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
  };
  const label = (parent, x, y, text, anchor = "middle", more = {}) => put(parent, "text",
    { x, y, "text-anchor": anchor, "font-size": 11, "font-family": "sans-serif", fill: "#52606d", ...more }, text);

  // What is chosen: the runs, and the panels and groups that they fall into.
  const chosen = () => {
    const shown = names.filter((name, i) => boxes[i].checked);
    const of = runs.filter((run) => shown.includes(run.name) && isFinite(run[measure.value]));
    const valueOf = (run, name) => (name ? run.row[data.names.indexOf(name)] : "");
    return { shown, of, valueOf, panelValues: different(of.map((run) => valueOf(run, panels.value))) };
  };

  const drawPanel = (svg, box, of, shown, scale) => {
    const { at: y, ticks } = scale.y;
    for (const tick of ticks) {
      put(svg, "line", { x1: box.x, x2: box.x + box.width, y1: y(tick), y2: y(tick), stroke: "#d5dbe1" });
      label(svg, box.x - 6, y(tick) + 4, shorten(tick), "end");
    }
    for (const [value, text] of scale.xTicks) label(svg, scale.x(value), box.y + box.height + 16, text);
    label(svg, box.x + box.width / 2, box.y - 8, box.title, "middle", { fill: "#1f2933", "font-weight": 600 });
    put(svg, "rect", { x: box.x, y: box.y, width: box.width, height: box.height, fill: "none", stroke: "#9aa5b1" });
    shown.forEach((name, nth) => {
      const stroke = colourOf(name);
      const pen = { stroke, "stroke-dasharray": dashOf(name) };
      const own = of.filter((run) => run.name === name);
      const path = [];
      if (kind.value === "ecdf") {
        const sorted = own.map((run) => run[measure.value]).sort((a, b) => a - b);
        sorted.forEach((value, k) => path.push(`${k ? "H" : "M"}${scale.x(value).toFixed(2)} ${k ? "" :
          y(0).toFixed(2)}V${y((k + 1) / sorted.length).toFixed(2)}`));
        put(svg, "path", { d: path.join(""), fill: "none", "stroke-width": 2, ...pen });
        return;
      }
      const offset = (nth - (shown.length - 1) / 2) * scale.step, half = Math.max(1.5, 0.4 * scale.step);
      for (const value of scale.values) {
        const inGroup = own.filter((run) => scale.valueOf(run) === value).map((run) => run[measure.value]);
        if (inGroup.length === 0) continue;
        const [least, low, middle, high, greatest] = five(inGroup);
        const x = scale.x(value) + offset;
        const mark = put(svg, "g", {});
        put(mark, "title", {}, `${name}${value ? ", " + by.value + " " + value : ""}: median ${shorten(middle)}, ` +
          `quartiles ${shorten(low)} and ${shorten(high)}, from ${shorten(least)} to ${shorten(greatest)}, ` +
          `${inGroup.length} runs`);
        if (kind.value === "box") {
          put(mark, "line", { x1: x, x2: x, y1: y(least), y2: y(greatest), stroke });
          put(mark, "rect", { x: x - half, width: 2 * half, y: y(high), height: Math.max(0.5, y(low) - y(high)),
            fill: "#fff", stroke });
          put(mark, "line", { x1: x - half, x2: x + half, y1: y(middle), y2: y(middle), stroke, "stroke-width": 2.5 });
        } else {
          put(mark, "line", { x1: x, x2: x, y1: y(low), y2: y(high), stroke });
          put(mark, "circle", { cx: x, cy: y(middle), r: 3.5, fill: stroke });
          path.push(`${path.length ? "L" : "M"}${x.toFixed(2)} ${y(middle).toFixed(2)}`);
        }
      }
      if (path.length > 0) put(svg, "path", { d: path.join(""), fill: "none", "stroke-width": 1.5, ...pen });
    });
  };

  function draw() {
    const { shown, of, valueOf, panelValues } = chosen();
    picture.replaceChildren();
    if (of.length === 0 || panelValues.length > mostPanels) {
      picture.append(of.length === 0 ? "No run to show." : `More than ${mostPanels} panels.`);
      return;
    }
    const ecdf = kind.value === "ecdf";
    const across = Math.min(panelValues.length, 3), width = 1180 / across, height = across === 1 ? 420 : 300;
    const total = Math.ceil(panelValues.length / across) * height;
    by.disabled = logY.disabled = ecdf;
    const legend = [];
    let x = 64, y = total + 20;
    for (const name of shown) {
      const wide = 50 + 6.6 * name.length;
      if (x > 64 && x + wide > 1190) [x, y] = [64, y + 18];
      legend.push([name, x, y]);
      x += wide;
    }
    const svg = put(picture, "svg", { viewBox: `0 0 1200 ${y + 20}`, role: "img" });
    const what = measure.selectedOptions[0].text;
    put(svg, "title", {}, `${what}, by ${by.value || "nothing"}`);
    const numbers = of.map((run) => run[measure.value]);
    const values = different(of.map((run) => valueOf(run, by.value)));
    const numeric = logX.checked && values.every((value) => parse(value) > 0) && values.length > 1;
    const zero = !numbers.every((number) => number > 0), refused = [];
    if (logX.checked && (ecdf ? zero : !numeric)) refused.push("across");
    if (!ecdf && logY.checked && zero) refused.push("up");
    if (refused.length > 0) picture.append(element("p", { class: "quiet" },
      `Not logarithmic ${refused.join(" and ")}: several values, all of them numbers above 0, are needed.`));
    panelValues.forEach((panel, at) => {
      const box = { x: 64 + at % across * width, y: 34 + Math.floor(at / across) * height, width: width - 84,
        height: height - 84, title: panels.value ? `${panels.value} ${panel}` : "" };
      const bottom = box.y + box.height, left = box.x, right = box.x + box.width;
      const scale = { values, valueOf: (run) => valueOf(run, by.value) };
      if (ecdf) {
        const axis = axisOf(numbers, logX.checked, left, right);
        Object.assign(scale, { x: axis.at, xTicks: axis.ticks.map((tick) => [tick, shorten(tick)]),
          y: { at: (share) => bottom - share * box.height, ticks: [0, 0.25, 0.5, 0.75, 1] } });
      } else {
        const slot = box.width / values.length;
        const logAxis = numeric ? axisOf(values.map(Number), true, left + slot / 2, right - slot / 2) : null;
        const gaps = numeric ? values.slice(1).map((value, k) => logAxis.at(value) - logAxis.at(values[k])) : [slot];
        Object.assign(scale, { x: logAxis ? (value) => logAxis.at(Number(value))
          : (value) => left + (values.indexOf(value) + 0.5) * slot,
          step: 0.8 * Math.min(slot, ...gaps) / shown.length,
          xTicks: values.map((value) => [value, by.value ? value || "(none)" : "all runs"]),
          y: axisOf(numbers, logY.checked, bottom, box.y) });
      }
      drawPanel(svg, box, of.filter((run) => valueOf(run, panels.value) === panel), shown, scale);
      label(svg, (left + right) / 2, bottom + 34, ecdf ? what : by.value);
      const middle = box.y + box.height / 2, beside = left - 50;
      label(svg, beside, middle, ecdf ? "share of runs" : what, "middle",
        { transform: `rotate(-90 ${beside} ${middle})` });
    });
    for (const [name, left, base] of legend) {
      put(svg, "line", { x1: left, x2: left + 22, y1: base, y2: base, "stroke-width": 3,
        stroke: colourOf(name), "stroke-dasharray": kind.value === "box" ? "" : dashOf(name) });
      label(svg, left + 28, base + 4, name, "start");
    }
  }

  // --- downloads ---

  const save = (name, type, content) => {
    const link = element("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const csvOf = (rows) => [data.columns, ...rows]
    .map((row) => row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(","))
    .join("\n") + "\n";
  button("Download picture (SVG)", () => {
    const svg = picture.querySelector("svg");
    if (svg) save("picture.svg", "image/svg+xml", new XMLSerializer().serializeToString(svg));
  });
  button("Download picture (PNG)", () => {
    const svg = picture.querySelector("svg");
    if (!svg) return;
    const { width, height } = svg.viewBox.baseVal, image = new Image(), zoom = 2;
    const copy = svg.cloneNode(true), canvas = element("canvas", { width: zoom * width, height: zoom * height });
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    image.onload = () => {
      const pen = canvas.getContext("2d");
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((png) => save("picture.png", "image/png", png));
    };
    image.src = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(copy));
  });
  button("Download these runs (CSV)", () => save("runs.csv", "text/csv", csvOf(chosen().of.map((run) => run.row))));
  section.hidden = false;
  draw();
})();
