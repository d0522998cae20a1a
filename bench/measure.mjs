// Times commands as whole processes, in pairs, A B A B …: a ratio pair by pair holds where the machine's speed drifts.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Reading this file alone can double Node's start; neither side needs it.
const { NODE_EXTRA_CA_CERTS: _unset, ...env } = process.env;

/** Milliseconds that a command takes from start to end. Throws where its exit code is none of those expected. */
function time({ command, cwd, exits = [0] }) {
  const [program, ...args] = command;
  const start = process.hrtime.bigint();
  const { status, error } = spawnSync(program, args, { cwd, env, stdio: 'ignore' });
  const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
  if (error || !exits.includes(status))
    throw new Error(`${command.join(' ')}: exit ${status} ${error ?? ''}`);
  return elapsed;
}

/** Ratios A/B of `runs` pairs after one warm-up of each, and the milliseconds of both sides. */
export function pairs(a, b, runs) {
  time(a);
  time(b);
  return Array.from({ length: runs }, () => {
    const [first, second] = [time(a), time(b)];
    return { a: first, b: second, ratio: first / second };
  });
}

/** The most memory that a command's process held, in MB, read from the kernel while it runs. */
export async function peakMegabytes({ command, cwd }) {
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: 'ignore' });
  let peak = 0;
  const look = () => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      peak = Math.max(peak, Number(kilobytes ?? 0) / 1024);
    } catch {
      // it has ended, or this is no Linux
    }
  };
  const timer = setInterval(look, 2);
  await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  return peak;
}

export function median(values) {
  const sorted = [...values].sort((x, y) => x - y);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
