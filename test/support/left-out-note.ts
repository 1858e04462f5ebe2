/** What rows say on stderr where they have not everything; nothing else belongs there when all goes well. */
export const LEFT_OUT_NOTE = /^(toile: left out: [^\n]+; --all shows them\n)?$/;
