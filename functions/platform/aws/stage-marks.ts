/**
 * Marks of this stage's resources in MediaConvert and IVS, which all stages of an account share. Event rules and roles
 * (infra/constructs/grant-statements.ts) tell stages apart by them.
 */
import { environment } from './environment.ts';

/** Tags of jobs and channels, like those of the stacks' resources. */
export const stageTags = () => ({ product: 'cantera', stage: environment('STAGE') });

/** Prefix of channel names, which IVS's events contain. */
export const channelPrefix = (stage: string) => `cantera-${stage}-`;

/** Job metadata, which MediaConvert's events contain. */
export const jobMark = (stage: string) => ({ stage });

export const isJobOfStage = (metadata: Record<string, string> = {}) => metadata.stage === environment('STAGE');
