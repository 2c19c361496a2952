/**
 * The floor of what a player can do on this machine: a page that is a <video> and hls.js and nothing else, with the
 * video's address in its hand. It comes by the same stand-ins as the product's page does.
 */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../infra/local/config.ts';

const page = `<!doctype html><title>Bare player</title><video muted playsinline></video>
<script src="/assets/bare-hls.js"></script><script src="/assets/bare-player.js"></script>`;

/** Of the smallest rendition, which comes first; hls.js keeps as much ready as it does in the product. */
const script = `const video = document.querySelector('video');
const hls = new Hls({ enableWorker: false, testBandwidth: false, startLevel: 0, maxBufferLength: 30, maxMaxBufferLength: 90 });
hls.on(Hls.Events.MANIFEST_PARSED, () => video.play());
hls.loadSource(decodeURIComponent(location.hash.slice(1)));
hls.attachMedia(video);`;

/** Puts the page into a built web app; gives its path for a video's address. */
export function addBarePlayer(webFolder: string): (playlist: string) => string {
  const asset = (name: string) => join(webFolder, 'assets', name);
  copyFileSync(join(root, 'node_modules/hls.js/dist/hls.light.min.js'), asset('bare-hls.js'));
  writeFileSync(asset('bare-player.js'), script);
  writeFileSync(asset('bare-player.html'), page);
  return (playlist) => `/assets/bare-player.html#${encodeURIComponent(playlist)}`;
}
