/**
 * `npm run lists:rebuild`: writes the rows of lists again, so that a new column also has the values of older items, or
 * lists whose snapshot is lost. Safe under traffic; may be repeated.
 */
import { sources } from '../../functions/broadcast/live/store.ts';
import { clubs } from '../../functions/league/clubs/store.ts';
import { events } from '../../functions/league/events/store.ts';
import { staff } from '../../functions/people/staff/store.ts';
import { type ListTable, listTables } from '../../functions/platform/lists/list-tables.ts';
import { ads } from '../../functions/recordings/ads/store.ts';
import { clips } from '../../functions/recordings/clips/store.ts';
import { contentVideos } from '../../functions/recordings/content/store.ts';
import { vods } from '../../functions/recordings/vods/store.ts';
import { matters } from '../../functions/trust/matters/store.ts';
import { imageRights } from '../../functions/trust/rights/store.ts';
import { readArguments, runCommand } from '../toolchain/arguments.ts';
import { rebuildSnapshot } from './rebuild-snapshot.ts';
import { connectToStage, stageOption } from './stage.ts';

const collections = {
  ads,
  broadcasts: sources,
  clips,
  clubs,
  content: contentVideos,
  events,
  matters,
  rights: imageRights,
  staff,
  vods,
} satisfies Record<ListTable, unknown>;

const usage = `npm run lists:rebuild -- [options]

Run it after a release whose notes ask for it or, with --from-items, after a snapshot was lost or a table restored.

  --stage <stage>      "local" (the platform started with "npm start", the default) or a deployed stage
  --collection <name>  only this list: ${listTables.join(', ')}
  --from-items         writes the snapshot from the items, where it is lost or newer than a restored table
  --help               shows this text`;

const { values } = readArguments(usage, {
  ...stageOption,
  collection: { type: 'string' },
  'from-items': { type: 'boolean', default: false },
});

await runCommand(async () => {
  const chosen = values.collection === undefined ? listTables : listTables.filter((name) => name === values.collection);
  if (chosen.length === 0) throw new Error(`There is no list "${values.collection}": ${listTables.join(', ')}.`);
  await connectToStage(values.stage);
  for (const name of chosen) {
    if (values['from-items']) {
      console.log(`${name}: ${await rebuildSnapshot(name, collections[name])} rows written.`);
      continue;
    }
    const rows = await collections[name].rows();
    let written = 0;
    for (const { id } of rows) if (await collections[name].rebuildRow(id)) written += 1;
    console.log(`${name}: ${written} of ${rows.length} rows written.`);
  }
});
