const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
const WIDTH = 20;

/** A number of bytes as people say it: three digits that count. */
export const inBytes = (bytes: number): string => {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
};

/** How far a download is: a bar where the end is known, the bytes so far where it is not. */
export const barText = (name: string, done: number, total: number | undefined): string => {
  if (total === undefined || total <= 0) return `${name}  ${inBytes(done)}`;
  const share = Math.min(1, done / total);
  const full = Math.floor(share * WIDTH);
  return `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${inBytes(done)} of ${inBytes(total)}  ${name}`;
};

/** Minutes and seconds: `0:42`, `12:05`; hours before them when there are any. */
export const inMinutes = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const two = (number: number): string => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};
