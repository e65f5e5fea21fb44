// In a page that is shown inside another: tells that one how it looks now, with all that was ticked, written and opened.
"use strict";
(() => {
  const FIELDS = "input, textarea, option";
  let timer = 0;

  function tell() {
    const copy = document.documentElement.cloneNode(true);
    const fields = copy.querySelectorAll(FIELDS);
    document.querySelectorAll(FIELDS).forEach((each, at) => {
      if (each.tagName === "TEXTAREA") fields[at].textContent = each.value;
      else if (each.tagName === "OPTION") fields[at].toggleAttribute("selected", each.selected);
      else if (["checkbox", "radio"].includes(each.type)) fields[at].toggleAttribute("checked", each.checked);
      else fields[at].setAttribute("value", each.value);
    });
    const rules = [...copy.querySelectorAll("style")].map((each) => each.textContent).join("\n");
    copy.querySelectorAll("script, style").forEach((each) => each.remove());
    // Styles inside are not allowed where this is read: there they are set one by one.
    copy.querySelectorAll("[style]").forEach((each) => { each.dataset.style = each.getAttribute("style"); each.removeAttribute("style"); });
    parent.postMessage({ rules, body: copy.querySelector("body").innerHTML, lang: copy.lang, root: copy.className }, "*");
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(tell, 100);
  }

  document.addEventListener("input", soon);
  document.addEventListener("toggle", soon, true);
  tell();
})();
