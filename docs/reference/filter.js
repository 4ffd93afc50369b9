// A field of the class "filter" hides those rows of the next table that lack one of its words.
for (const field of document.querySelectorAll("input.filter")) {
    let table = field.parentElement.nextElementSibling;
    if (table.tagName !== "TABLE") table = table.querySelector("table");
    const rows = [...table.tBodies[0].rows].map(row => [row, row.textContent.toLowerCase()]);
    field.addEventListener("input", () => {
        const words = field.value.toLowerCase().split(/\s+/);
        for (const [row, text] of rows) row.hidden = !words.every(word => text.includes(word));
    });
}
