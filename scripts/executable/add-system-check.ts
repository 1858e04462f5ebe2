/**
 * Puts a check before the start of a Linux executable. Without /proc/self/maps or /dev/urandom the runtime aborts with
 * its own crash report before it reads any of our code, so the check is machine code at the entry point of the file.
 */

import type { Target } from './targets.ts';

const NEEDED = ['/proc/self/maps', '/dev/urandom'];
const MESSAGE =
  'toile: this system has no readable /proc/self/maps or no /dev/urandom, and toile needs both.\n' +
  'Mount /proc and /dev, as containers do: mount -t proc proc /proc; mount -t devtmpfs dev /dev\n';

/**
 * The code asks access(path, R_OK) for both paths. When both are readable it jumps to the entry of the runtime with
 * the registers that the loader set; otherwise it writes the message to stderr and exits with 1. DATA follows it.
 */
const CODE: Readonly<Record<Target['cpu'], string>> = {
  x64: `
    b815000000      mov eax, 21 (access)
    488d3d5c000000  lea rdi, [maps]
    be04000000      mov esi, 4 (R_OK)
    0f05            syscall
    85c0            test eax, eax
    7518            jnz fail
    b815000000      mov eax, 21 (access)
    488d3d55000000  lea rdi, [urandom]
    0f05            syscall
    85c0            test eax, eax
    7506            jnz fail
    ff2529000000    jmp [entry]
    b801000000      fail: mov eax, 1 (write)
    bf02000000      mov edi, 2
    488d3548000000  lea rsi, [message]
    8b151a000000    mov edx, [length]
    0f05            syscall
    b8e7000000      mov eax, 231 (exit_group)
    bf01000000      mov edi, 1
    0f05cccccccc    syscall`,
  arm64: `
    e90300aa  mov x9, x0
    600c8092  mov x0, -100 (AT_FDCWD)
    01030010  adr x1, maps
    820080d2  mov x2, 4 (R_OK)
    080680d2  mov x8, 48 (faccessat)
    010000d4  svc 0
    00010035  cbnz w0, fail
    600c8092  mov x0, -100 (AT_FDCWD)
    c1020010  adr x1, urandom
    010000d4  svc 0
    80000035  cbnz w0, fail
    e00309aa  mov x0, x9
    50010058  ldr x16, entry
    00021fd6  br x16
    400080d2  fail: mov x0, 2
    61020010  adr x1, message
    02010058  ldr x2, length
    080880d2  mov x8, 64 (write)
    010000d4  svc 0
    200080d2  mov x0, 1
    c80b80d2  mov x8, 94 (exit_group)
    010000d4  svc 0`,
};

/** The largest page of the supported processors. */
const PAGE = 0x10000;
const roundUp = (size: number): number => Math.ceil(size / PAGE) * PAGE;

/** Places and values of the ELF format for 64 bits, little-endian. */
const ELF = { type: 16, entry: 24, headers: 32, headerSize: 54, headerCount: 56, executable: 2 };
const HEADER = { flags: 4, offset: 8, address: 16, physical: 24, fileSize: 32, memorySize: 40, align: 48 };
const SEGMENT = { load: 1, note: 4, readAndExecute: 5 };

function assembleCheck(cpu: Target['cpu'], entry: bigint): Buffer {
  const code = CODE[cpu].trim().split('\n');
  const data = Buffer.alloc(16 + 16 * NEEDED.length);
  data.writeBigUInt64LE(entry, 0);
  data.writeBigUInt64LE(BigInt(Buffer.byteLength(MESSAGE)), 8);
  for (const [at, path] of NEEDED.entries()) data.write(path, 16 + 16 * at);
  const bytes = Buffer.from(code.map((line) => line.trim().split(' ', 1)[0]).join(''), 'hex');
  return Buffer.concat([bytes, data, Buffer.from(MESSAGE)]);
}

/** Returns the executable with the check behind its end. The header of its notes, which nothing reads, loads the check. */
export function addSystemCheck(program: Buffer, cpu: Target['cpu']): Buffer {
  const first = Number(program.readBigUInt64LE(ELF.headers));
  const size = program.readUInt16LE(ELF.headerSize);
  const headers = Array.from({ length: program.readUInt16LE(ELF.headerCount) }, (_, at) => first + size * at);
  const ends = headers
    .filter((header) => program.readUInt32LE(header) === SEGMENT.load)
    .map((header) =>
      Number(
        program.readBigUInt64LE(header + HEADER.address) +
          program.readBigUInt64LE(header + HEADER.memorySize),
      ),
    );
  const note = headers.at(-1);
  if (
    program.readUInt16LE(ELF.type) !== ELF.executable ||
    note === undefined ||
    program.readUInt32LE(note) !== SEGMENT.note
  )
    throw new Error('the runtime no longer has fixed addresses and its notes as the last header');

  const check = assembleCheck(cpu, program.readBigUInt64LE(ELF.entry));
  const offset = roundUp(program.length);
  // Segments are loaded in the order of their addresses, so this one comes after all others.
  const address = roundUp(Math.max(...ends));
  const checked = Buffer.concat([program, Buffer.alloc(offset - program.length), check]);
  checked.writeUInt32LE(SEGMENT.load, note);
  checked.writeUInt32LE(SEGMENT.readAndExecute, note + HEADER.flags);
  for (const [place, value] of [
    [HEADER.offset, offset],
    [HEADER.address, address],
    [HEADER.physical, address],
    [HEADER.fileSize, check.length],
    [HEADER.memorySize, check.length],
    [HEADER.align, PAGE],
  ] as const)
    checked.writeBigUInt64LE(BigInt(value), note + place);
  checked.writeBigUInt64LE(BigInt(address), ELF.entry);
  return checked;
}
