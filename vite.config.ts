import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Two entries that share nothing but tokens: the public site never loads react-admin, MUI or the form engine.
 * Aliases come from package.json "imports". Chunks are cut so that the back office's first list stays small:
 * the form engine and the icons of rarely opened screens come with the screen that needs them.
 */
export default defineConfig({
  root: 'frontend',
  base: '/',
  plugins: [react()],
  build: {
    outDir: '../dist/public',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // The strict content security policy allows no inline module, so nothing is inlined as a data: script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: { erp: 'frontend/erp.html', site: 'frontend/site.html' },
    },
  },
});
