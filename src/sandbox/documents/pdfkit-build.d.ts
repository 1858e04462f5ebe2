// The build of pdfkit that has its fonts handed in is not among the package's exports; printer.ts says why it is used.
declare module '*/pdfkit.browser.mjs' {
  export { default } from 'pdfkit';
  export function registerStdFonts(...fonts: readonly object[]): void;
}

declare module 'pdfkit/standard-fonts/*' {
  const font: object;
  export default font;
}
