"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // --- sorting: numbers by size, before words; nothing last; equal ones stay as they are ---

  // An interval goes by its lower end.
  const numberOf = (text) =>
    (/^-?\d+(\.\d+)?(e[-+]?\d+)?( \.\. .*)?$/.test(text) ? parseFloat(text) : NaN);

  const compare = (one, other) => {
    const empty = (text) => text === "" || text === "-";
    if (empty(one) || empty(other)) return empty(one) - empty(other);
    const a = numberOf(one), b = numberOf(other);
    if (isNaN(a) !== isNaN(b)) return isNaN(a) ? 1 : -1;
    if (!isNaN(a) && a !== b) return a - b;
    return one.localeCompare(other, "en", { numeric: true });
  };

  // Sorts lines by one of their texts; what is empty stays last in both directions.
  const sortBy = (lines, textOf, down) => {
    const keyed = lines.map((line) => [textOf(line), line]);
    const last = (text) => text === "" || text === "-";
    keyed.sort(([a], [b]) => (down && !last(a) && !last(b) ? -compare(a, b) : compare(a, b)));
    return keyed.map(([, line]) => line);
  };

  // Marks a heading as the one that sorts. Returns: from high to low?
  const turn = (heading) => {
    const down = heading.getAttribute("aria-sort") === "ascending";
    for (const other of heading.parentNode.children) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    return down;
  };

  for (const table of all("table.sortable")) {
    table.tHead.addEventListener("click", (event) => {
      const heading = event.target.closest("th");
      if (!heading) return;
      const body = table.tBodies[0], column = heading.cellIndex;
      body.append(...sortBy([...body.rows], (row) => row.cells[column].textContent, turn(heading)));
    });
  }

  // --- which measure is shown ---

  const choice = document.querySelector(".choice");
  const showMeasure = () => {
    const chosen = choice.querySelector("input:checked").value;
    for (const part of all(".measure")) part.hidden = part.dataset.measure !== chosen;
  };
  choice.hidden = false;
  for (const text of all(".measured")) text.hidden = true;
  choice.addEventListener("change", showMeasure);
  showMeasure();

  // --- what is pointed at ---

  const tip = document.getElementById("tip");
  const lines = [["from", "from"], ["to", "to"], ["kind", "kind"], ["items", "items"],
    ["count", "messages"], ["start", "start, s"], ["end", "end, s"],
    ["slowed", "slowed"]];
  let chosen = null;

  const hideTip = () => {
    tip.hidden = true;
    if (chosen) chosen.classList.remove("chosen");
    chosen = null;
  };

  const showTip = (mark, x, y) => {
    if (mark !== chosen) {
      hideTip();
      const list = document.createElement("dl");
      for (const [key, name] of lines) {
        const value = mark.dataset[key];
        if (value === undefined) continue;
        const term = document.createElement("dt"), text = document.createElement("dd");
        term.textContent = name;
        text.textContent = value;
        list.append(term, text);
      }
      tip.replaceChildren(list);
      tip.hidden = false;
      mark.classList.add("chosen");
      chosen = mark;
    }
    const box = tip.getBoundingClientRect();
    const left = Math.min(x + 14, innerWidth - box.width - 6);
    const top = y + 18 + box.height > innerHeight ? y - box.height - 12 : y + 18;
    tip.style.left = Math.max(6, left) + "px";
    tip.style.top = Math.max(6, top) + "px";
  };

  // --- charts: zoom, move, point ---

  const nearest = 40; // times as large as the whole chart

  const openChart = (chart) => {
    const svg = chart.querySelector("svg");
    const whole = svg.getAttribute("viewBox").split(" ").map(Number);
    let view = whole.slice();

    const show = (next) => {
      const width = Math.min(whole[2], Math.max(whole[2] / nearest, next[2]));
      const height = width * whole[3] / whole[2];
      const x = Math.min(whole[2] - width, Math.max(0, next[0]));
      const y = Math.min(whole[3] - height, Math.max(0, next[1]));
      view = [x, y, width, height];
      svg.setAttribute("viewBox", view.map((number) => +number.toFixed(3)).join(" "));
    };
    // Keeps in place what is at a part (0 to 1) of the width and the height.
    const zoom = (factor, partX = 0.5, partY = 0.5) => {
      const width = Math.min(whole[2], Math.max(whole[2] / nearest, view[2] / factor));
      const height = width * whole[3] / whole[2];
      show([view[0] + (view[2] - width) * partX, view[1] + (view[3] - height) * partY, width]);
    };
    const move = (x, y) => show([view[0] + x * view[2], view[1] + y * view[3], view[2]]);

    // The program tells what a box is; the browser's own tooltip would say it again.
    const marks = all(".mark", svg);
    for (const mark of marks) {
      const title = mark.querySelector("title");
      mark.setAttribute("aria-label", title.textContent);
      title.remove();
    }
    const step = (by) => {
      const at = marks.indexOf(chosen);
      const mark = marks[at < 0 ? (by > 0 ? 0 : marks.length - 1)
        : Math.min(marks.length - 1, Math.max(0, at + by))];
      if (!mark) return;
      mark.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = mark.getBoundingClientRect();
      showTip(mark, box.left, box.top + 12);
    };

    const doings = { in: () => zoom(1.5), out: () => zoom(1 / 1.5), all: () => show(whole) };
    chart.addEventListener("click", (event) => {
      const doing = event.target.dataset.do;
      if (doing) doings[doing]();
    });
    chart.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const keys = { "+": doings.in, "=": doings.in, "-": doings.out, 0: doings.all,
        ArrowLeft: () => move(-0.1, 0), ArrowRight: () => move(0.1, 0),
        n: () => step(1), p: () => step(-1), Escape: hideTip };
      if (view[2] < whole[2])
        Object.assign(keys, { ArrowUp: () => move(0, -0.1), ArrowDown: () => move(0, 0.1) });
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = svg.getBoundingClientRect();
      zoom(event.deltaY < 0 ? 1.25 : 0.8, (event.clientX - box.left) / box.width,
        (event.clientY - box.top) / box.height);
    }, { passive: false });

    let held = null;
    svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.pointerType === "touch") return;
      held = [event.clientX, event.clientY];
      svg.setPointerCapture(event.pointerId);
      svg.classList.add("moving");
    });
    svg.addEventListener("pointermove", (event) => {
      if (held) {
        const box = svg.getBoundingClientRect();
        move((held[0] - event.clientX) / box.width, (held[1] - event.clientY) / box.height);
        held = [event.clientX, event.clientY];
        return;
      }
      const mark = event.target.closest(".mark");
      if (mark) showTip(mark, event.clientX, event.clientY);
      else hideTip();
    });
    const release = () => {
      held = null;
      svg.classList.remove("moving");
    };
    svg.addEventListener("pointerup", release);
    svg.addEventListener("pointercancel", release);
    svg.addEventListener("pointerleave", hideTip);
    svg.addEventListener("click", (event) => {
      const mark = event.target.closest(".mark");
      if (mark) showTip(mark, event.clientX, event.clientY);
    });
  };

  for (const chart of all(".gantt")) openChart(chart);

  // --- all runs, a hundred at a time ---

  const pageSize = 100;
  const data = JSON.parse(document.getElementById("runs-data").textContent);
  const holder = document.getElementById("runs-table");
  const previous = document.getElementById("previous"), next = document.getElementById("next");
  const filter = document.getElementById("filter");
  // Columns in which no run says anything are left out.
  const columns = data.columns.map((name, at) => ({ name, at }))
    .filter(({ at }) => data.rows.some((row) => row[at] !== ""));
  for (const column of columns)
    column.right = data.rows.every((row) => row[column.at] === "" || !isNaN(numberOf(row[column.at])));
  let rows = data.rows, shown = rows, first = 0;

  const table = document.createElement("table");
  const line = table.createTHead().insertRow();
  const body = table.createTBody();
  const caption = table.createCaption();
  caption.textContent = "Runs";

  const fill = () => {
    body.replaceChildren();
    for (const row of shown.slice(first, first + pageSize)) {
      const tr = body.insertRow();
      for (const { at, right } of columns) {
        const cell = tr.insertCell();
        cell.textContent = row[at];
        if (right) cell.className = "right";
        else if (row[at].length > 46) cell.className = "long";
      }
    }
    const last = Math.min(shown.length, first + pageSize);
    document.getElementById("shown").textContent =
      shown.length === 0 ? "none" : `${first + 1} to ${last} of ${shown.length}`;
    previous.disabled = first === 0;
    next.disabled = last >= shown.length;
  };
  const choose = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = words.length === 0 ? rows : rows.filter((row) => {
      const text = row.join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    first = 0;
    fill();
  };
  for (const column of columns) {
    const heading = document.createElement("th"), button = document.createElement("button");
    heading.scope = "col";
    if (column.right) heading.className = "right";
    button.type = "button";
    button.textContent = column.name;
    button.addEventListener("click", () => {
      rows = sortBy(rows, (row) => row[column.at], turn(heading));
      choose();
    });
    heading.append(button);
    line.append(heading);
  }
  holder.append(table);
  filter.closest(".tools").hidden = false;
  filter.addEventListener("input", choose);
  previous.addEventListener("click", () => { first -= pageSize; fill(); });
  next.addEventListener("click", () => { first += pageSize; fill(); });
  choose();
})();
