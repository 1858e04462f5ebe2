/** Any control byte that could steer a terminal; tab, line feed and carriage return are text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
export const CONTROL_BYTE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
