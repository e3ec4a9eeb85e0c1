import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'vite';
import { consoleConfig, serveWorker } from './vite.config.mjs';

/** The server, restarted on changes, and the console, whose modules are replaced in the open page. */

// The chat of websites is built once: begin anew after changing it.
spawnSync(process.execPath, ['src/widget/build/build.mjs'], { stdio: 'inherit' });
const port = Number(process.env.PORT ?? 3000);
const server = spawn('tsx', ['watch', 'src/main.ts'], { stdio: 'inherit' });
server.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.kill(signal));

const target = `http://127.0.0.1:${port}`;
const config = consoleConfig('dist/console');
const vite = await createServer({
  ...config,
  plugins: [...config.plugins, serveWorker()],
  html: {},
  server: {
    port: port + 1,
    // Packages and the examples lie beside the console's own folder.
    fs: { allow: ['.'] },
    proxy: Object.fromEntries(['/api', '/files', '/chat'].map((path) => [path, { target }])),
  },
});
await vite.listen();
process.stdout.write(`The console, with changes as you make them: http://localhost:${port + 1}/console/\n`);
