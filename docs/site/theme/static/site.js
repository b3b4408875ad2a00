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

    function isDark() {
        return (root.dataset.scheme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    }

    function apply(scheme) {
        if (scheme) root.dataset.scheme = scheme;
        const colors = document.getElementById("pygments_dark_css"); // of code
        if (colors && scheme) colors.media = scheme === "dark" ? "all" : "not all";
    }

    apply(chosen());
    addEventListener("DOMContentLoaded", function () {
        apply(chosen());
        document.querySelector("button.scheme").addEventListener("click", function () {
            const scheme = isDark() ? "light" : "dark";
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
