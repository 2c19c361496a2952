import type { ICruiseOptions, IFlattenedRuleSet } from 'dependency-cruiser';

declare const rules: IFlattenedRuleSet & { options: ICruiseOptions };
export default rules;
