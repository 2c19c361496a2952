/** Gives components the stage's configuration; the defaults apply until the file has loaded. */
import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { client } from './api.ts';
import { type AppConfig, defaultConfig, loadConfig } from './config.ts';

const ConfigContext = createContext<AppConfig>(defaultConfig);

export const useConfig = () => useContext(ConfigContext);

export function ConfigProvider({ children }: { children: ReactNode }) {
  const [config, setConfig] = useState(defaultConfig);
  useEffect(() => {
    loadConfig().then((loaded) => {
      client.base = loaded.apiUrl;
      // This is a transition, because every page renders again.
      startTransition(() => setConfig(loaded));
    });
  }, []);
  return <ConfigContext value={config}>{children}</ConfigContext>;
}
