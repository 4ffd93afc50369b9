"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const picture = at("map"), root = document.documentElement;

  // The theme of the system, until somebody chooses.
  const theme = (dark) => {
    root.classList.toggle("dark", dark);
    at("theme").textContent = dark ? "Light" : "Dark";
  };
  const system = matchMedia("(prefers-color-scheme: dark)");
  theme(system.matches);
  system.addEventListener("change", () => theme(system.matches));
  at("theme").addEventListener("click", () => theme(!root.classList.contains("dark")));

  // All of it in the window, down to half its size: names are legible again with "+".
  const natural = picture.viewBox.baseVal.width;
  let zoom = Math.min(1, Math.max(0.5, (root.clientWidth - 4) / natural));
  const resize = (factor) => {
    zoom = Math.min(8, Math.max(0.1, zoom * factor));
    picture.style.width = natural * zoom + "px";
  };
  resize(1);
  at("smaller").addEventListener("click", () => resize(1 / 1.25));
  at("larger").addEventListener("click", () => resize(1.25));

  if (!at("traffic")) return;
  const traffic = JSON.parse(at("traffic").textContent);
  const { makespan, before, rows } = traffic;
  const [START, END, AMOUNT, GIVER, LEAVES, WAY] = [0, 1, 2, 3, 4, 5];
  const slider = at("time"), label = at("now"), play = at("play");

  // --- what is where -------------------------------------------------------------------------

  const places = before.map((unused, place) => {
    const group = picture.querySelector(`[data-place="${place}"]`), box = group.querySelector(".place");
    return { bar: group.querySelector(".after"), text: group.querySelector(".amount"),
      title: group.querySelector("title"), name: group.querySelector(".name").textContent,
      bottom: +box.getAttribute("y") + +box.getAttribute("height") - 1,
      inner: +box.getAttribute("height") - 2 };
  });

  const loadsAt = (time) => {
    const loads = before.slice();
    for (const row of rows) {
      if (row[START] > time) break;
      if (row[GIVER] >= 0 && row[LEAVES] <= time) loads[row[GIVER]] -= row[AMOUNT];
      if (row[END] <= time) loads[row[WAY][row[WAY].length - 1]] += row[AMOUNT];
    }
    return loads;
  };
  const full = Math.max(1e-300, ...before, ...loadsAt(makespan));

  const digits = (value, count) => String(+value.toPrecision(count));
  const amount = (value) => {
    if (!traffic.bytes) return digits(value, 15);
    const units = ["B", "kB", "MB", "GB", "TB", "PB"];
    let unit = 0;
    for (; value >= 1000 && unit + 1 < units.length; unit++) value /= 1000;
    return digits(value, 3) + " " + units[unit];
  };

  const showLoads = (time) => loadsAt(time).forEach((load, number) => {
    const place = places[number], height = Math.max(load > 0 ? 0.5 : 0, place.inner * load / full);
    place.bar.setAttribute("y", place.bottom - height);
    place.bar.setAttribute("height", height);
    const words = `${amount(before[number])} \u2192 ${amount(load)}` +
      (traffic.bytes ? "" : load === 1 ? " item" : " items");
    if (place.text) place.text.textContent = words;
    place.title.textContent = `${place.name}: ${words}`;
  });

  // --- what is under way ---------------------------------------------------------------------

  const paths = new Map();
  for (const path of picture.querySelectorAll("[data-from]"))
    paths.set(path.dataset.from + " " + path.dataset.to, path);
  const lengths = new Map();
  const lengthOf = (path) => {
    if (!lengths.has(path)) lengths.set(path, path.getTotalLength());
    return lengths.get(path);
  };
  const middleOf = (place) => {
    const box = picture.querySelector(`[data-place="${place}"] .place`).getBBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };

  // A line is drawn once, in one direction, where messages cross it both ways.
  const hop = (from, to, part) => {
    const path = paths.get(from + " " + to), back = paths.get(to + " " + from);
    const line = path || back;
    if (!line) return { point: middleOf(Math.min(from, to)) };
    return { line, point: line.getPointAtLength(lengthOf(line) * (path ? part : 1 - part)) };
  };

  const layer = picture.appendChild(document.createElementNS(picture.namespaceURI, "g"));
  const most = rows.reduce((least, row) => Math.max(least, row[AMOUNT]), 1e-300);
  const circle = (point, value) => {
    const dot = layer.appendChild(document.createElementNS(picture.namespaceURI, "circle"));
    dot.setAttribute("class", value > 0 ? "moving" : "word");
    dot.setAttribute("cx", point.x);
    dot.setAttribute("cy", point.y);
    dot.setAttribute("r", value > 0 ? 3.5 + 4 * Math.sqrt(value / most) : 2.5);
  };

  const showMoving = (time) => {
    let count = 0;
    layer.replaceChildren();
    for (const line of picture.querySelectorAll(".now")) line.classList.remove("now");
    for (const row of rows) {
      if (row[START] > time) break;
      if (row[END] <= time || row[START] === row[END]) continue;
      count++;
      const way = row[WAY], hops = way.length - 1;
      if (hops === 0) continue;
      const done = (time - row[START]) / (row[END] - row[START]) * hops;
      const number = Math.min(hops - 1, Math.floor(done));
      const { line, point } = hop(way[number], way[number + 1], done - number);
      circle(point, row[AMOUNT]);
      for (let i = 0; i < hops; i++)
        (hop(way[i], way[i + 1], 0).line || line)?.classList.add("now");
    }
    picture.classList.toggle("runs", time > 0 && time < makespan);
    return count;
  };

  let time = makespan;
  const show = (next) => {
    time = Math.min(makespan, Math.max(0, next));
    slider.value = makespan > 0 ? 1000 * time / makespan : 1000;
    showLoads(time);
    const count = showMoving(time);
    label.textContent = `${digits(time, 6)} s of ${digits(makespan, 6)} s, ${count} message${count === 1 ? "" : "s"} under way`;
  };

  // --- who moves it --------------------------------------------------------------------------

  const dates = [...new Set([0, makespan, ...rows.flatMap((row) => [row[START], row[END]])])].sort((a, b) => a - b);
  const step = (way) => {
    const next = way > 0 ? dates.find((date) => date > time) : dates.findLast((date) => date < time);
    if (next !== undefined) show(next);
  };

  let last = null;
  const run = (stamp) => {
    if (last === null) return;
    const next = time + (stamp - last) / 1000 * makespan / +at("pace").value;
    last = stamp;
    show(next);
    if (time < makespan) requestAnimationFrame(run);
    else stop();
  };
  const stop = () => {
    last = null;
    play.textContent = "Play";
  };
  const start = () => {
    if (time >= makespan) show(0);
    last = performance.now();
    play.textContent = "Pause";
    requestAnimationFrame(run);
  };
  const toggle = () => (last === null ? start() : stop());

  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => {
    stop();
    show(+slider.value >= 1000 ? makespan : makespan * slider.value / 1000);
  });
  const keys = { " ": toggle, ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => show(0),
    End: () => show(makespan) };
  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey ||
        event.target.closest("button, select"))
      return;
    event.preventDefault();
    keys[event.key]();
  });
  show(makespan);
})();
