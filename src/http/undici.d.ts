// undici's index loads everything it has; this is the part that most runs need.
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export = Agent;
}
