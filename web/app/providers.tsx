/** What every page needs around it: addresses, server state, configuration, session, messages. */
import '../lib/history-steps.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { ApiError } from '../lib/api.ts';
import { Toaster } from '../ui/toaster.tsx';
import { ConfigProvider } from './config-context.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { SessionProvider } from './session.tsx';

export function Providers({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <ConfigProvider>
            <SessionProvider>
              {children}
              <Toaster />
            </SessionProvider>
          </ConfigProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </BrowserRouter>
  );
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // What the server refused it will refuse again; a lost connection or a busy server may recover.
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
    },
  });
}
