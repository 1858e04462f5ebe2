/** The verbs with which function names may start. Add a standard term here when a function needs it. */
export const VERBS: ReadonlySet<string> = new Set(
  `acquire add align annotate answer append apply ask assert assign authorize build cache calculate call can canonicalize
  check choose classify clean collect compare complete compute connect convert count create decode decrypt define derive
  describe detect digest disable download draw drop encode encrypt ensure escape estimate expand expect explain fetch
  filter find fit flatten fold follow forget format forward generate get group handle has hash identify indent is join kill
  limit link list load make map mark mask match measure merge multiply normalize number omit open parse pick place plan poll post
  prepare present prune pull quote read record redact redirect refresh refuse reject release remove rename render replace
  report request require sync reserve resolve revoke run sanitize save search select send serialize serve set shorten should
  show sign skip sleep slice sort spawn split start store strip subtract suggest sum summarize take to translate truncate
  try unescape unzip verify wait walk watch with wrap write name allow`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const TEMPLATE_TAG = 'a template tag, named after the text that it creates';
const ELEMENT = 'builds one element of a view and is named after it';
const NODE_FS = 'a function of node:fs that takes only a safe path, under its name in Node';

/** Exported functions without a verb, each with its reason. */
export const NAME_EXCEPTIONS: Readonly<Record<string, string>> = {
  html: TEMPLATE_TAG,
  xml: TEMPLATE_TAG,
  markdown: TEMPLATE_TAG,
  shellText: TEMPLATE_TAG,
  nextCommand: TEMPLATE_TAG,
  hintText: TEMPLATE_TAG,
  line: ELEMENT,
  grid: ELEMENT,
  faint: ELEMENT,
  strong: ELEMENT,
  heading: ELEMENT,
  commandLine: ELEMENT,
  access: NODE_FS,
  chmod: NODE_FS,
  lstat: NODE_FS,
  lstatSync: NODE_FS,
  mkdir: NODE_FS,
  readdir: NODE_FS,
  readdirSync: NODE_FS,
  readlinkSync: NODE_FS,
  realpath: NODE_FS,
  realpathSync: NODE_FS,
  rm: NODE_FS,
  rmSync: NODE_FS,
  rmdir: NODE_FS,
  stat: NODE_FS,
  statSync: NODE_FS,
  statfs: NODE_FS,
  unlink: NODE_FS,
};
