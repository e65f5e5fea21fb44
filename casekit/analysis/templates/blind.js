(function () {
  "use strict";
  var opened = [], after = {}, saved = true;
  function all(what) { return Array.prototype.slice.call(document.querySelectorAll(what)); }
  function at(id) { return document.getElementById(id); }
  var form = at("form"), count = at("count");
  function show() { count.textContent = count.dataset.form.replace("{}", opened.length); }
  all("details").forEach(function (box) {
    box.addEventListener("toggle", function () {
      if (box.open && opened.indexOf(box.dataset.name) < 0) { opened.push(box.dataset.name); saved = false; show(); }
    });
  });
  form.addEventListener("input", function (event) {
    saved = false;
    if (event.target.dataset.question) { after[event.target.dataset.question] = opened.length; }
  });
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  function told() {
    var sure = document.querySelector("[name=sure]:checked");
    return {
      title: form.dataset.title,
      reader: at("reader").value,
      answers: all("[data-question]").map(function (box) {
        return { question: box.dataset.question, answer: box.value, after: box.value ? after[box.dataset.question] : null };
      }),
      sure: sure ? sure.value : "",
      why: at("why").value,
      remarks: at("remarks").value,
      opened: opened
    };
  }
  function asText(found) {
    var rows = [found.title, found.reader, ""];
    found.answers.forEach(function (each) {
      rows.push(each.question + ": " + (each.answer ? each.answer + " (" + each.after + ")" : "–"));
    });
    rows.push(found.sure, "", found.why, "", found.remarks, "", count.textContent);
    found.opened.forEach(function (name, number) { rows.push((number + 1) + ". " + name); });
    return rows.join("\n") + "\n";
  }
  function save(text, kind, ending) {
    var link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: kind + ";charset=utf-8" }));
    link.download = form.dataset.file + ending;
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
    saved = true;
  }
  at("text").addEventListener("click", function () { save(asText(told()), "text/plain", ".txt"); });
  at("json").addEventListener("click", function () { save(JSON.stringify(told(), null, 2) + "\n", "application/json", ".json"); });
  window.addEventListener("beforeunload", function (event) { if (!saved) { event.preventDefault(); event.returnValue = ""; } });
  show();
})();
