import '../lib/history-listener.ts';
import { type InvalidateQueryFilters, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { ConfigProvider } from '../lib/config-context.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { isTransient } from '../lib/load-errors.ts';
import { onResultsHidden } from '../lib/results-visibility.ts';
import { SessionProvider } from '../session/session.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const Connection = lazyPart(async () => (await import('./connection-bar.tsx')).ConnectionBar);

export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  // The setting that hides results changes what every answer contains.
  useEffect(() => onResultsHidden(() => queries.resetQueries()), [queries]);
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <ConfigProvider>
            <SessionProvider>
              {children}
              <Toaster />
              <Connection />
            </SessionProvider>
          </ConfigProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </BrowserRouter>
  );
}

/** Cancels first requests on invalidation: the library would otherwise use one that started before the change. */
class Queries extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters): Promise<void> {
    await this.cancelQueries({ ...filters, predicate: ({ state }) => !state.data });
    return super.invalidateQueries(filters);
  }
}

export function createQueryClient(): QueryClient {
  return new Queries({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Without a network, queries fail and show an error, instead of waiting silently; they refetch once it returns.
        networkMode: 'always',
        refetchOnReconnect: true,
        // An API error is final; a lost connection or a busy server may recover.
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
    },
  });
}
