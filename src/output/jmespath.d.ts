import 'jmespath';

/** What the library exports but its types omit: its parser. */
declare module 'jmespath' {
  export interface Projection {
    readonly type: 'Projection' | 'ValueProjection' | 'FilterProjection' | 'Flatten';
    readonly children: readonly Expression[];
  }

  export interface Branch {
    readonly type:
      | 'Subexpression'
      | 'IndexExpression'
      | 'MultiSelectList'
      | 'OrExpression'
      | 'AndExpression'
      | 'NotExpression'
      | 'Pipe'
      | 'ExpressionReference';
    readonly children: readonly Expression[];
  }

  export type Expression =
    | Projection
    | Branch
    | { readonly type: 'Identity' | 'Current' }
    | { readonly type: 'Literal'; readonly value: unknown }
    | { readonly type: 'Field'; readonly name: string }
    | { readonly type: 'Index'; readonly value: number }
    | { readonly type: 'Slice'; readonly children: readonly (number | null)[] }
    | {
        readonly type: 'Comparator';
        readonly name: 'EQ' | 'NE' | 'GT' | 'GTE' | 'LT' | 'LTE';
        readonly children: readonly Expression[];
      }
    | {
        readonly type: 'MultiSelectHash';
        readonly children: readonly { readonly name: string; readonly value: Expression }[];
      }
    | {
        readonly type: 'Function';
        readonly name: string;
        readonly children: readonly Expression[];
      };

  export interface Token {
    readonly type: string;
    readonly start: number;
  }

  export function compile(expression: string): Expression;
  export function tokenize(expression: string): readonly Token[];
}
