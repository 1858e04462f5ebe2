/** What pdfkit takes from `fontkit`, most of a megabyte: the reading of fonts from files. Ours are those of every reader. */
export const create = (): never => {
  throw new Error('no font is read from a file: see src/sandbox/documents/printer.ts');
};
