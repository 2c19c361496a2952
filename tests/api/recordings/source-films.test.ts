/** Films as real phones, recorders, cameras and browsers write them, through the whole encoding. */
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { posterKey } from '../../../shared/domain/media-address.ts';
import { call } from '../../support/api.ts';
import { eventually, isSettled } from '../../support/eventually.ts';
import { rotateUpright, toScratchPath } from '../../support/media.ts';
import { isNightly } from '../../support/test-profile.ts';
import { admin, cutClip, encode, make, readColour, storePicture } from './encoded-film.ts';

const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { listObjects } = await import('../../../functions/platform/aws/storage.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');

let pictures = 0;

/** Pictures that grow brighter by eight a second. */
const brightenOverTime = (seconds: number, rate = 5) =>
  `nullsrc=s=96x64:r=${rate}:d=${seconds},geq=lum='16+8*T':cb=128:cr=128`;

/** Second in which a brightening picture was drawn. */
async function readSecond(path: string): Promise<number> {
  const [grey = 0] = await readColour(path);
  return (grey * 219) / 255 / 8;
}

describe('a film in a wide range of colours', () => {
  const toneMapped =
    'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p';

  async function filmInHdr(transfer: string) {
    const colours = ['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc'];
    const path = await make(
      'mp4',
      ...['-f', 'lavfi', '-i', 'color=c=green:s=320x180:r=25:d=6', '-f', 'lavfi', '-i', 'sine=d=6'],
      ...['-pix_fmt', 'yuv420p10le', '-c:v', 'libx265', '-preset', 'ultrafast', ...colours, '-tag:v', 'hvc1'],
      ...['-x265-params', `log-level=error:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`, '-c:a', 'aac'],
    );
    await rotateUpright(path);
    return path;
  }
  const isCloseTo = (colour: number[], wanted: number[]) =>
    colour.map((channel, index) => Math.abs(channel - (wanted[index] ?? 0))).every((apart) => apart <= 12);

  // By default one of the two transfer functions, at night both.
  test.each(isNightly ? ['arib-std-b67', 'smpte2084'] : ['arib-std-b67'])(
    '[V-PLAY-9] has the colours of BT.709 in all outputs if its own are %s',
    async (transfer) => {
      const source = await filmInHdr(transfer);
      const wanted = await readColour(source, toneMapped);
      const { id, generation, path, info } = await encode(source);
      expect(info.video).toMatchObject({
        width: 180,
        height: 320,
        pixelFormat: 'yuv420p',
        colour: { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' },
      });
      const poster = await storePicture(posterKey('vods', id, generation));
      const sprite = await storePicture(`vods/${id}/${generation}/sprite.0000000.jpg`);
      const made = await call('POST /vods/{id}/clips', {
        token: admin.token,
        params: { id },
        body: { title: 'Jugada', start: 0, seconds: 5 },
      });
      const clip = await eventually(() => clips.get(made.data.id), isSettled);
      const mp4 = await storePicture(`clips/${clip.id}/${clip.generation}/clip.mp4`);
      const clipPoster = await storePicture(posterKey('clips', clip.id, clip.generation ?? ''));
      for (const [name, picture] of Object.entries({ path, poster, sprite, mp4, clipPoster })) {
        const colour = await readColour(picture);
        expect([name, colour, wanted, isCloseTo(colour, wanted)]).toEqual([name, colour, wanted, true]);
      }
      expect((await probe(mp4)).video?.colour).toEqual({ matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' });
    },
  );
});

describe('a film whose duration is unknown or wrong', () => {
  /** Seconds at which the seek bar shows its pictures, and the seconds drawn in those pictures. */
  async function readSeekBar(id: string) {
    const { playback } = (await call('GET /vods/{id}', { token: admin.token, params: { id } })).data.vod;
    const track = await (await fetch(String(playback.thumbnailsUrl))).text();
    const cues = [...track.matchAll(/^(\d+):(\d+):([\d.]+) --> .*\n(\S+)/gm)];
    return Promise.all(
      cues.map(async ([, hours, minutes, seconds, url]) => {
        const answer = await fetch(new URL(url ?? '', playback.thumbnailsUrl));
        const path = toScratchPath(`seek-${pictures++}.jpg`);
        await writeFile(path, Buffer.from(await answer.arrayBuffer()));
        const at = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
        return { status: answer.status, at, shown: answer.ok ? await readSecond(path) : Number.NaN };
      }),
    );
  }

  async function expectPictures(id: string, count: number) {
    const pictures = await readSeekBar(id);
    expect(pictures.map(({ status }) => status)).toEqual(Array(count).fill(200));
    for (const { at, shown } of pictures) expect(Math.abs(at - shown)).toBeLessThan(1);
    const { thumbnail } = (await call('GET /vods/{id}', { token: admin.token, params: { id } })).data.vod;
    expect((await fetch(String(thumbnail))).status).toBe(200);
  }

  const sound = (seconds: number) => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];

  test('[V-PLAY-9] has seek-bar pictures at the right times if it is a browser’s live WebM', async () => {
    const codecs = ['-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '200k', '-c:a', 'libopus', '-live', '1'];
    const path = await make('webm', '-f', 'lavfi', '-i', brightenOverTime(24), ...sound(24), ...codecs);
    expect((await probe(path)).duration).toBeUndefined();
    const { id } = await encode(path);
    expect((await vods.get(id))?.duration).toBeCloseTo(24, 0);
    await expectPictures(id, 3);
  });

  test.runIf(isNightly)(
    '[V-PLAY-9] has seek-bar pictures and a thumbnail if it is an interrupted two-hour upload',
    async () => {
      // The last frame is shown at two hours, and half of the file is missing.
      const held = ['-vf', "setpts='if(gte(T,27.9),7200/TB,PTS)'", '-vsync', 'vfr', '-c:v', 'libx264', '-g', '5'];
      const source = [...sound(28), ...held, '-preset', 'ultrafast', '-c:a', 'aac', '-movflags', '+faststart'];
      const path = await make('mp4', '-f', 'lavfi', '-i', brightenOverTime(28.2), ...source);
      expect((await probe(path)).duration).toBeGreaterThan(7000);
      const bytes = await readFile(path);
      await writeFile(path, bytes.subarray(0, bytes.length / 2));
      const { id } = await encode(path);
      expect((await vods.get(id))?.duration).toBeLessThan(20);
      await expectPictures(id, 2);
    },
  );

  test.runIf(isNightly)('[D-CLIP-2] can be cut into a clip', async () => {
    const codecs = ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-live', '1'];
    const { id } = await encode(await make('webm', '-f', 'lavfi', '-i', brightenOverTime(10), ...sound(10), ...codecs));
    const clip = await cutClip(id, { start: 4, seconds: 5 });
    expect(clip).toMatchObject({ status: 'FINISHED', failure: null });
    expect(await readSecond(await storePicture(`clips/${clip.id}/${clip.generation}/clip.mp4`))).toBeCloseTo(4, 0);
  });
});

async function readVolume(path: string): Promise<number> {
  const output = await runFfmpeg(['-i', path, '-map', '0:a:0', '-af', 'volumedetect', '-f', 'null', '-']);
  return Number(/mean_volume: (-?[\d.]+|-inf)/.exec(output)?.[1] ?? Number.NEGATIVE_INFINITY);
}

test('[B-STATE-9] a film that fades in from black has a poster that is not black, and no other frame is public', async () => {
  const black = "testsrc2=s=320x180:r=10:d=12,drawbox=enable='lt(t,5)':c=black:t=fill";
  const { id, generation } = await encode(await make('mp4', '-f', 'lavfi', '-i', black, '-c:v', 'libx264'));
  const colour = await readColour(await storePicture(posterKey('vods', id, generation)));
  expect(Math.max(...colour)).toBeGreaterThan(60);
  expect((await vods.get(id))?.posterFrame).toBe(2);
  const prefix = posterKey('vods', id, generation).replace(/1\.jpg$/, '');
  const listFrames = async () => (await listObjects(environment('MEDIA_BUCKET'), prefix)).map(({ key }) => key);
  await eventually(listFrames, ({ length }) => length === 2);
  expect(await listFrames()).toEqual([`${prefix}0.jpg`, `${prefix}1.jpg`]);
});

test('[V-PLAY-9] a screen recording plays at 30 frames a second, and each of its segments has sound', async () => {
  const moving = "select='lt(t,2)+gte(t,17)'";
  const path = await make(
    'mkv',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=96x64:r=30:d=20', '-f', 'lavfi', '-i', 'sine=d=20'],
    ...['-vf', moving, '-vsync', 'vfr', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
  );
  const { path: encoded, segments } = await encode(path);
  const hashes: string[] = [];
  const firstSeconds = ['-t', '2', '-i', encoded, '-map', '0:v', '-f', 'framemd5', 'pipe:1'];
  await runFfmpeg(firstSeconds, { onLine: (line) => hashes.push(line.split(',').at(-1) ?? '') });
  expect(new Set(hashes).size).toBeGreaterThan(50);
  expect(segments.length).toBeGreaterThanOrEqual(5);
  for (const [index, segment] of segments.slice(0, 5).entries()) {
    const file = toScratchPath(`segment-${index}.ts`);
    await writeFile(file, segment);
    const times: number[] = [];
    const onLine = (line: string) => /^0,/.test(line) && times.push(Number(line.split(',')[2]) / 90_000);
    await runFfmpeg(['-copyts', '-i', file, '-map', '0:a', '-c', 'copy', '-f', 'framecrc', 'pipe:1'], { onLine });
    const seconds = Math.max(...times) - Math.min(...times);
    expect([index, seconds > 3.5 && seconds < 4.5]).toEqual([index, true]);
  }
});

describe('the sound of a film', () => {
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=mono:d=2'];
  const tone = ['-f', 'lavfi', '-i', 'sine=d=2:r=48000'];
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=96x64:r=25:d=2'];
  const codec = ['-shortest', '-c:v', 'libx264', '-preset', 'ultrafast'];

  test('[V-PLAY-9] is its second track if the first cannot be decoded', async () => {
    const maps = ['-map', '0:v', '-map', '1:a', '-map', '2:a'];
    const path = await make('mp4', ...picture, ...silence, ...tone, ...maps, ...codec, '-c:a', 'aac');
    const bytes = await readFile(path);
    const at = bytes.indexOf('mp4a', bytes.indexOf('stsd', bytes.indexOf('soun')));
    bytes.write('zzzz', at, 'latin1');
    bytes.write('zzzz', bytes.indexOf('esds', at), 'latin1');
    await writeFile(path, bytes);
    expect((await probe(path)).audioTracks.map((track) => track.codec)).toEqual(['none', 'aac']);
    expect(await readVolume((await encode(path)).path)).toBeGreaterThan(-30);
  });

  test('[V-PLAY-9] is a mix of four microphones with a track each', async () => {
    const maps = [0, 1, 2, 3, 4].flatMap((input) => ['-map', String(input)]);
    const inputs = [...picture, ...silence, ...silence, ...tone, ...silence];
    const path = await make('mov', ...inputs, ...maps, ...codec, '-c:a', 'pcm_s16le');
    expect((await probe(path)).audioTracks).toHaveLength(4);
    expect(await readVolume((await encode(path)).path)).toBeGreaterThan(-35);
  });
});

describe('an interlaced film', () => {
  const fields = 'testsrc2=s=720x576:r=50:d=1,scroll=h=0.01,format=yuv420p,tinterlace=interleave_top,setsar=16/15';
  const sound = ['-f', 'lavfi', '-i', 'sine=d=1:r=48000', '-ac', '2'];

  const films: [string, string, string[]][] = [
    ['DV', 'avi', ['-vf', 'fieldorder=bff', '-c:v', 'dvvideo', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le']],
    ['H.264 without a mark', 'mp4', ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']],
    ['H.264 with a mark', 'mp4', ['-c:v', 'libx264', '-preset', 'ultrafast', '-flags', '+ilme+ildct', '-c:a', 'aac']],
  ];
  const tried = isNightly ? films : films.filter(([name]) => name === 'H.264 without a mark');

  test.each(tried)('[V-PLAY-9] is shown without combing if it is %s', async (_, extension, codecs) => {
    const path = await make(extension, '-f', 'lavfi', '-i', fields, ...sound, ...codecs);
    expect(await countCombed(path)).toBeGreaterThan(15);
    expect(await countCombed((await encode(path)).path)).toBeLessThan(4);
  });

  async function countCombed(path: string): Promise<number> {
    const output = await runFfmpeg(['-i', path, '-vf', 'idet', '-an', '-f', 'null', '-']);
    // The output may also contain counts of a trial run of the filter; the larger ones are the film's.
    const counts = [...output.matchAll(/Multi frame detection: TFF:\s*(\d+)\s*BFF:\s*(\d+)/g)];
    return Math.max(...counts.map(([, top, bottom]) => Number(top) + Number(bottom)));
  }
});
