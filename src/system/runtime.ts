/** Whether the process ends without its threads, whatever they wait for: so does the runtime of the executables. */
export const leavesThreads = process.versions.bun !== undefined;
