import './lib/filled-fields.ts';
import './lib/translated-text.ts';
import './lib/zod-config.ts';
import './styles/tokens.css';
import './styles/print.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { Router } from './app/router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root element');

// A transition renders in slices, so that a slow phone can scroll and tap meanwhile.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <Router />
      </Providers>
    </StrictMode>,
  ),
);
