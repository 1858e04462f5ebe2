/** Complete documents: a PDF that a reader opens, an SVG, a JSON export. */
import { createHash } from 'node:crypto';

export const hashSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const createFilling = (size: number): string =>
  'abcdefghijklmnopqrstuvwxyz012345'.repeat(Math.ceil(size / 32)).slice(0, size);

/** Creates a PDF of one empty page and an unused stream, about `size` bytes large. */
export const createPdf = (of: string, size: number): Buffer => {
  const stream = `${of} ${createFilling(size)}`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const users = objects.map((object, at) => {
    const user = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return user;
  });
  const table = users.map((user) => `${String(user).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end + trailer);
};

export const createSvg = (of: string, size: number): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">` +
      `<g id="layer-1"><title>${of}</title><desc>${createFilling(size)}</desc></g></svg>\n`,
  );

export const createJsonDocument = (of: string, size: number): Buffer =>
  Buffer.from(`${JSON.stringify({ design_id: of, filling: createFilling(size) })}\n`);

/** A login page, as a gateway returns it in place of a document. */
export const LOGIN_PAGE = Buffer.from(
  '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><form>Password</form></body></html>\n',
);

/** Whether the bytes are a complete document of that kind. */
export const isCompleteDocument = (kind: 'pdf' | 'svg' | 'json', bytes: Buffer): boolean => {
  const text = bytes.toString('utf8');
  if (kind === 'pdf') return text.startsWith('%PDF-') && /%%EOF\s*$/.test(text);
  if (kind === 'svg') return /<svg[\s>]/.test(text) && /<\/svg>\s*$/.test(text);
  try {
    return typeof (JSON.parse(text) as { design_id?: unknown }).design_id === 'string';
  } catch {
    return false;
  }
};
