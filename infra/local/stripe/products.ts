/** The catalogue of products. https://docs.stripe.com/api/products */
import { createId, type Product, type StripeData } from './objects.ts';
import { BadRequest, listItems } from './refusals.ts';

type Body = Record<string, unknown>;

export function createProduct(data: StripeData, body: Body, now: number): Product | BadRequest {
  const id = String(body.id ?? createId('prod'));
  if (data.products[id]) return new BadRequest('Product already exists.', 'id', 'resource_already_exists');
  if (!body.name) return new BadRequest('Missing required param: name.', 'name', 'parameter_missing');
  const taxCode = body.tax_code === undefined ? null : String(body.tax_code);
  const product = { id, object: 'product', created: now, name: String(body.name), active: true, tax_code: taxCode };
  data.products[id] = product;
  return product;
}

export function updateProduct(product: Product, body: Body): Product {
  if (body.name !== undefined) product.name = String(body.name);
  if (body.active !== undefined) product.active = body.active === 'true';
  return product;
}

/** A session may name products that exist and are not archived. */
export function findProductProblem(data: StripeData, body: Body): BadRequest | undefined {
  for (const { product: id } of listItems(body)) {
    if (id === undefined) continue;
    const param = 'line_items[0][price_data][product]';
    const product = data.products[String(id)];
    if (!product) return new BadRequest(`No such product: '${id}'`, param, 'resource_missing');
    if (!product.active) return new BadRequest(`Invalid product: '${id}' is not active.`, param, 'parameter_invalid');
  }
  return undefined;
}
