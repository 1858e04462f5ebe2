import { connect } from 'node:net';

/**
 * Whether a port answers at another address of this machine than 127.0.0.1; then it answers at all of them. On Linux
 * the whole of 127/8 is the machine itself.
 */
export const isReachableElsewhere = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.2');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
