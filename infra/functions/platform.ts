import { referenceEndpoints } from '../../shared/contract/reference.ts';
import type { ApiFunction } from '../function-spec.ts';
import { defineApiFunction } from './define-api-function.ts';

export const platformFunctions: ApiFunction[] = [defineApiFunction('platform/reference', referenceEndpoints)];
