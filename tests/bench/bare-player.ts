/**
 * The baseline for a player on this machine: a page with only a <video> and hls.js that knows the video's address.
 * Served by the same emulators as the product's page.
 */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../infra/local/config.ts';

const page = `<!doctype html><title>Bare player</title><video muted playsinline></video>
<script src="/assets/bare-hls.js"></script><script src="/assets/bare-player.js"></script>`;

/** Starts with the smallest rendition; hls.js buffers as much as in the product. */
const script = `const video = document.querySelector('video');
const hls = new Hls({ enableWorker: false, testBandwidth: false, startLevel: 0, maxBufferLength: 30, maxMaxBufferLength: 90 });
hls.on(Hls.Events.MANIFEST_PARSED, () => video.play());
hls.loadSource(decodeURIComponent(location.hash.slice(1)));
hls.attachMedia(video);`;

/** Adds the page to a built web app; returns a function from a video's address to its path. */
export function addBarePlayer(webFolder: string): (playlist: string) => string {
  const asset = (name: string) => join(webFolder, 'assets', name);
  copyFileSync(join(root, 'node_modules/hls.js/dist/hls.light.min.js'), asset('bare-hls.js'));
  writeFileSync(asset('bare-player.js'), script);
  writeFileSync(asset('bare-player.html'), page);
  return (playlist) => `/assets/bare-player.html#${encodeURIComponent(playlist)}`;
}
