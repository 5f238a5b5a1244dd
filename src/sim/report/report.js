// Tables sort by the column whose head is pressed; heat maps show the layer that is chosen.
for (const table of document.querySelectorAll("table.sorts")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, n) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const value = (row) => row.cells[n].dataset.v ?? row.cells[n].textContent;
      const compare = (a, b) => {
        const [x, y] = [value(a), value(b)];
        const number = x !== "" && y !== "" && !isNaN(x) && !isNaN(y);
        return (number ? x - y : x.localeCompare(y)) * (up ? 1 : -1);
      };
      table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compare));
    });
  });
}
for (const choice of document.querySelectorAll("input[name=heat]")) {
  const show = () => {
    for (const over of document.querySelectorAll(".heat img.over")) {
      over.style.visibility = over.dataset.heat === choice.value ? "visible" : "hidden";
    }
  };
  choice.addEventListener("change", show);
  if (choice.checked) show();
}
