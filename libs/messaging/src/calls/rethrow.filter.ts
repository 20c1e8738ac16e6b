import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/** Lets a handler's error through as it is: the strategy decides what a caller sees, and what is tried again. */
@Catch()
export class RethrowFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
