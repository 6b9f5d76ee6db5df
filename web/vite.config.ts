import { svelte } from '@sveltejs/vite-plugin-svelte';
import { type Plugin, defineConfig } from 'vite';

// `npm run dev` serves the page itself and passes everything else on to a
// running `kythu serve --port 4180` (or wherever KYTHU says it is).
const server = process.env['KYTHU'] ?? 'http://127.0.0.1:4180';

// The folder dist is embedded into the program, so it must exist in a fresh
// checkout: its .gitignore is committed, and every build writes it again.
const keepFolder: Plugin = {
  name: 'keep-folder',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.gitignore', source: '*\n!.gitignore\n' });
  },
};

export default defineConfig({
  plugins: [svelte(), keepFolder],
  build: { target: 'es2022', modulePreload: { polyfill: false } },
  server: {
    proxy: {
      '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
    },
  },
});
