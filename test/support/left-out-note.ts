/** The note on stderr about left-out values; nothing else is written there without an error. */
export const LEFT_OUT_NOTE = /^(toile: left out: [^\n]+; --all shows them\n)?$/;
