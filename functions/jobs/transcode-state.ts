/** MediaConvert has news of a job: the video follows what the service says of it now. */
import { followJob } from '../media/encode.ts';
import type { JobStateChange } from './events.ts';

export async function handler(event: JobStateChange): Promise<void> {
  await followJob(event.detail.jobId, Date.now());
}
