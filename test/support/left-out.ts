/** What rows say on stderr where they have not everything; nothing else belongs there when all goes well. */
export const ONLY_LEFT_OUT = /^(toile: left out: [^\n]+; --all shows them\n)?$/;
