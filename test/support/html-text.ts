/** Reads the tags and the text of an HTML page without a browser. */

/** Every tag that a sheet may have, with the attributes that it may have; nothing runs and nothing loads. */
const TAGS =
  /^(?:!doctype html|\/?(?:html|head|body|title|style|meta|header|nav|main|section|article|h1|h2|h3|p|ul|ol|li|dl|dt|dd|div|span|b|bdi|a|strong|small|table|thead|tbody|tr|th|td|figure|figcaption|sup)(?: (?:lang|charset|http-equiv|content|name|id|class|href|role|aria-label|aria-hidden|scope|rowspan|colspan)="[^"<>]*")*\/?)$/;

export const findUnexpectedTags = (page: string): string[] =>
  [...page.matchAll(/<([^>]*)>?/g)].map(([, tag]) => tag ?? '').filter((tag) => !TAGS.test(tag));

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

export const unescapeHtml = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Returns the visible text. */
export const readHtmlText = (page: string): string =>
  unescapeHtml(page.replace(/<style>[\s\S]*?<\/style>/, '').replace(/<[^>]*>/g, ''));
