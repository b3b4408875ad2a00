// The order of search results: pages with that title, functions, types, sections, other pages; sources and changes last.
var Scorer = {
    score: function (result) {
        const [page, title, anchor, description, score] = result;
        if (page.startsWith("source/") || page === "CHANGELOG") return score - 30;
        if (!description) return anchor ? score : score + 40;
        if (description.includes("C function")) return score + 120 - title.length;
        if (/C (member|enumerator)/.test(description)) return score;
        return score + 80 - title.length;
    },
    objNameMatch: 11,
    objPartialMatch: 6,
    objPrio: { 0: 15, 1: 5, 2: -5 },
    objPrioDefault: 0,
    title: 15,
    partialTitle: 7,
    term: 5,
    partialTerm: 2,
};
