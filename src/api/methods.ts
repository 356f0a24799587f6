/** The methods that a request can use. Help and completion load nothing else of a request. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Whether a request of this method changes nothing. */
export function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
