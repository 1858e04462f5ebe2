const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
const BAR_WIDTH = 20;

/** Formats a number of bytes with three significant digits: `1.23 MB`. A kB has 1000 bytes. */
export const formatByteCount = (bytes: number): string => {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < BYTE_UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return `${size.toFixed(digits)} ${BYTE_UNITS[unit]}`;
};

/**
 * Formats the progress of a download in bytes: `[#####---------------] 1.20 MB of 4.80 MB  name`, or `name  1.20 MB`
 * without a total.
 */
export const formatProgressBar = (name: string, done: number, total: number | undefined): string => {
  if (total === undefined || total <= 0) return `${name}  ${formatByteCount(done)}`;
  const share = Math.min(1, done / total);
  const full = Math.floor(share * BAR_WIDTH);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}] ${formatByteCount(done)} of ${formatByteCount(total)}  ${name}`;
};

/** Formats a duration in milliseconds as minutes and seconds, with hours if it has any: `0:42`, `12:05`, `1:00:00`. */
export const formatElapsedTime = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const padTwoDigits = (number: number): string => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${padTwoDigits(minutes)}:${padTwoDigits(seconds % 60)}`
    : `${minutes}:${padTwoDigits(seconds % 60)}`;
};
