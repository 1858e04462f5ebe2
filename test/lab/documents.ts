/** Documents that are what they say: a PDF that a reader opens, an SVG, a JSON export. */
import { createHash } from 'node:crypto';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const filling = (size: number): string =>
  'abcdefghijklmnopqrstuvwxyz012345'.repeat(Math.ceil(size / 32)).slice(0, size);

/** One empty page and a stream that nobody shows, so that it is about that large. */
export const pdf = (of: string, size: number): Buffer => {
  const stream = `${of} ${filling(size)}`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end + trailer);
};

export const svg = (of: string, size: number): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">` +
      `<g id="layer-1"><title>${of}</title><desc>${filling(size)}</desc></g></svg>\n`,
  );

export const jsonDocument = (of: string, size: number): Buffer =>
  Buffer.from(`${JSON.stringify({ design_id: of, filling: filling(size) })}\n`);

/** A page that asks for a password, as a gateway puts it in front of what was asked for. */
export const LOGIN_PAGE = Buffer.from(
  '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><form>Password</form></body></html>\n',
);

/** Whether bytes are a whole document of that kind. */
export const isWhole = (kind: 'pdf' | 'svg' | 'json', bytes: Buffer): boolean => {
  const text = bytes.toString('utf8');
  if (kind === 'pdf') return text.startsWith('%PDF-') && /%%EOF\s*$/.test(text);
  if (kind === 'svg') return /<svg[\s>]/.test(text) && /<\/svg>\s*$/.test(text);
  try {
    return typeof (JSON.parse(text) as { design_id?: unknown }).design_id === 'string';
  } catch {
    return false;
  }
};
