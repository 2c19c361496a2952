interface Service {
  close(): Promise<void>;
}

/** The started services, which close in the opposite order. */
export class RunningServices {
  readonly #services: Service[] = [];

  async start<T extends Service>(starting: Promise<T>): Promise<T> {
    const service = await starting;
    this.#services.unshift(service);
    return service;
  }

  /** Adds a service that closes after all others. */
  closeLast(service: Service): void {
    this.#services.push(service);
  }

  async close(): Promise<void> {
    for (const service of this.#services) await service.close();
  }
}
