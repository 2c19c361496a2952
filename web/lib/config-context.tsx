/** The stage's configuration for components. The defaults serve until the file has arrived. */
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
      // In slices: it renders every page anew.
      startTransition(() => setConfig(loaded));
    });
  }, []);
  return <ConfigContext value={config}>{children}</ConfigContext>;
}
