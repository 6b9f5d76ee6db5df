// A UCI engine that dies when it is asked for its third move, but only once in its
// life: a file remembers. All else goes to a real engine and back.
//
//   node shaky-engine.mjs PROGRAM FILE

import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [program, file] = process.argv.slice(2);
const engine = spawn(program, ['uci', '--agent', 'minimax?level=easy'], { stdio: ['pipe', 'inherit', 'inherit'] });
engine.on('exit', (code) => process.exit(code ?? 1));

let searches = 0;
createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line.startsWith('go') && ++searches === 3 && !existsSync(file)) {
      writeFileSync(file, '');
      engine.kill('SIGKILL');
      process.exit(3);
    }
    engine.stdin.write(`${line}\n`);
  })
  .on('close', () => engine.stdin.end());
