(function () {
  "use strict";
  var root = document.documentElement, dirty = false;
  function all(what, from) { return Array.prototype.slice.call((from || document).querySelectorAll(what)); }
  var ticks = all("[data-tick]"), notes = all("[data-remark]"), show = document.getElementById("show");
  root.classList.add("scripted");
  function isDone(passage) { return all("[data-tick]", passage).every(function (tick) { return tick.checked; }); }
  function count() {
    var done = ticks.filter(function (tick) { return tick.checked; }).length, box = document.getElementById("progress");
    box.textContent = box.dataset.form.replace("{}", done).replace("{}", ticks.length);
    all(".map [data-for]").forEach(function (item) {
      item.classList.toggle("done", isDone(document.getElementById(item.dataset.for)));
    });
  }
  function list() {
    var place = document.getElementById("remarks");
    place.textContent = "";
    notes.forEach(function (note) {
      if (!note.value.trim()) { return; }
      var item = document.createElement("li"), link = document.createElement("a");
      link.href = "#" + note.dataset.remark;
      link.textContent = note.dataset.name;
      item.append(link, ": " + note.value.trim());
      place.append(item);
    });
    if (!place.children.length) { place.append(document.createElement("li")); place.firstChild.textContent = place.dataset.none; }
  }
  function filter() {
    all(".passage").forEach(function (passage) {
      var marked = passage.classList.contains("loud") || passage.classList.contains("look");
      passage.classList.toggle("hidden", (show.value === "marked" && !marked) || (show.value === "open" && isDone(passage)));
    });
  }
  function save() {
    show.value = "all";
    filter();
    ticks.forEach(function (tick) { tick.toggleAttribute("checked", tick.checked); });
    notes.forEach(function (note) { note.textContent = note.value; });
    root.classList.remove("scripted");
    var text = "<!DOCTYPE html>\n" + root.outerHTML, link = document.createElement("a");
    root.classList.add("scripted");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/html;charset=utf-8" }));
    link.download = document.getElementById("save").dataset.name;
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
    dirty = false;
  }
  document.addEventListener("input", function (event) {
    if (event.target === show) { filter(); return; }
    dirty = true;
    count();
    list();
  });
  document.getElementById("save").addEventListener("click", save);
  window.addEventListener("beforeunload", function (event) { if (dirty) { event.preventDefault(); event.returnValue = ""; } });
  count();
  list();
})();
