/**
 * The order of Vitest's files. A fresh clone knows of none how long it takes, and its size says little of it: what tries
 * every endpoint of the contract goes first, so that no worker is left with it at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/security/');
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
