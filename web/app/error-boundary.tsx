/**
 * The last net. A chunk that is gone means that a newer version was deployed while the page was open: loading again
 * fetches it. Everything else shows a way out.
 */
import { Component, type ReactNode } from 'react';
import { genericErrorText } from '../lib/api.ts';
import { ErrorState } from '../ui/empty-state.tsx';

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error) {
    console.error(error);
    const chunkGone = /dynamically imported module|module script|preload/i.test(error.message);
    if (chunkGone && !sessionStorage.getItem(reloadedKey)) {
      sessionStorage.setItem(reloadedKey, '1');
      location.reload();
    }
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main data-theme="viewer" className="grid min-h-dvh place-items-center">
        <ErrorState message={genericErrorText} onRetry={() => location.reload()} />
      </main>
    );
  }
}

const reloadedKey = 'cantera:reloaded';
