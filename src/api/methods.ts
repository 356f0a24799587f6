/** The methods that a request can use. Help and completion load nothing else of a request. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
