import { paginateListServiceQuotas, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';

/** Reads all quotas of a service by name, because their codes differ by region and channel type. */
export async function readServiceQuotas(ServiceCode: string): Promise<{ name: string; value: number }[]> {
  const quotas: { name: string; value: number }[] = [];
  for await (const { Quotas = [] } of paginateListServiceQuotas(
    { client: new ServiceQuotasClient({}) },
    { ServiceCode },
  ))
    for (const { QuotaName: name = '', Value: value } of Quotas) if (value !== undefined) quotas.push({ name, value });
  return quotas;
}
