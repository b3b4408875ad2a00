// Light or dark: as the system says, until the reader chooses. The choice is kept.
(function () {
    "use strict";
    const root = document.documentElement;

    function chosen() {
        try {
            return localStorage.getItem("scheme");
        } catch {
            return null; // pages from disk may have no storage
        }
    }

    function ofSystem() {
        return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    }

    function apply(scheme) {
        root.dataset.scheme = scheme;
        const colors = document.getElementById("pygments_dark_css"); // of code
        if (colors) colors.media = scheme === "dark" ? "all" : "not all";
    }

    apply(chosen() || ofSystem());
    addEventListener("DOMContentLoaded", function () {
        apply(chosen() || ofSystem());
        document.querySelector("button.scheme").addEventListener("click", function () {
            const scheme = root.dataset.scheme === "dark" ? "light" : "dark";
            apply(scheme);
            try {
                localStorage.setItem("scheme", scheme);
            } catch {
                // not kept
            }
        });
        const here = document.querySelector(".chapters a.current");
        const list = document.querySelector(".chapters");
        if (here && list) list.scrollTop = here.offsetTop - list.clientHeight / 2;
    });
})();
