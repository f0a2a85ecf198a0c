//! The GPU: its library functions, its memory, and lanes of work that do not wait for each other.

use std::ops::Range;
use std::sync::Arc;

use cudarc::cublas::{CudaBlas, result as blas, sys as blas_sys};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DeviceRepr, LaunchConfig, PinnedHostSlice,
    PushKernelArg, ValidAsZeroBits, result as driver, sys as driver_sys,
};
use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts, sys as nvrtc_sys};
use games::TextError;

use super::product::Product;

/// What cuBLAS may use for itself, in each lane, in bytes: what its manual advises for this kind of GPU. With
/// memory of its own for each lane, it does not choose other ways when others are busy, and the same work gives
/// the same bits.
const WORKSPACE: usize = 32 << 20;

const SOURCE: &str = include_str!("kernels.cu");

/// Adds to an error of a library what was tried.
pub trait Trying<T> {
    /// The sentence is `cuda: <what>: <error>`.
    fn trying(self, what: &str) -> Result<T, TextError>;
}

impl<T, E: std::fmt::Display> Trying<T> for Result<T, E> {
    fn trying(self, what: &str) -> Result<T, TextError> {
        self.map_err(|error| TextError::new(format!("cuda: {what}: {error}")))
    }
}

/// The kernels of `kernels.cu`.
pub struct Kernels {
    pub(super) lay: CudaFunction,
    pub(super) window: CudaFunction,
    pub(super) finish: CudaFunction,
    pub(super) blame: CudaFunction,
    pub(super) turn: CudaFunction,
    pub(super) accumulate: CudaFunction,
    pub(super) judge: CudaFunction,
    pub(super) adam: CudaFunction,
}

/// The first GPU of this machine.
pub struct Gpu {
    context: Arc<CudaContext>,
    kernels: Arc<Kernels>,
}

impl Gpu {
    /// Finds the libraries and the GPU, and compiles the kernels.
    pub fn new() -> Result<Gpu, TextError> {
        // SAFETY: these only look whether a library can be loaded; loading NVIDIA's libraries has no other effect.
        let present = unsafe {
            [
                ("the driver (libcuda)", driver_sys::is_culib_present()),
                ("the compiler (libnvrtc)", nvrtc_sys::is_culib_present()),
                ("cuBLAS (libcublas)", blas_sys::is_culib_present()),
            ]
        };
        if let Some((name, _)) = present.iter().find(|(_, present)| !present) {
            return Err(TextError::new(format!(
                "cuda: {name} cannot be loaded; CUDA 13 has to be installed, and LD_LIBRARY_PATH to name its folder \
                 (often /usr/local/cuda/lib64)"
            )));
        }
        let count = CudaContext::device_count().trying("starting the driver")?;
        if count == 0 {
            return Err(TextError::new("cuda: this machine has no GPU that the driver can use"));
        }
        let context = CudaContext::new(0).trying("opening the GPU")?;
        // SAFETY: memory is written in one stream only, and code that fills memory for other streams waits until it
        // is filled.
        unsafe { context.disable_event_tracking() };
        let (major, minor) = context.compute_capability().trying("asking what the GPU can do")?;
        let options = CompileOptions {
            options: vec![format!("--gpu-architecture=compute_{major}{minor}")],
            name: Some("kernels.cu".into()),
            ..CompileOptions::default()
        };
        let ptx = compile_ptx_with_opts(SOURCE, options).map_err(|error| {
            let text = match &error {
                CompileError::CompileError { log, .. } => log.to_string_lossy().into_owned(),
                other => other.to_string(),
            };
            TextError::new(format!("cuda: compiling the kernels: {text}"))
        })?;
        let module = context.load_module(ptx).trying("loading the kernels")?;
        let load = |name: &str| module.load_function(name).trying(name);
        let kernels = Kernels {
            lay: load("lay")?,
            window: load("window")?,
            finish: load("finish")?,
            blame: load("blame")?,
            turn: load("turn")?,
            accumulate: load("accumulate")?,
            judge: load("judge")?,
            adam: load("adam")?,
        };
        Ok(Gpu { context, kernels: Arc::new(kernels) })
    }

    /// What the GPU is called.
    pub fn name(&self) -> String {
        self.context.name().unwrap_or_else(|_| "a GPU without a name".into())
    }

    /// A new lane of work.
    pub fn lane(&self) -> Result<Lane, TextError> {
        let stream = self.context.new_stream().trying("making a stream")?;
        let blas = CudaBlas::new(stream.clone()).trying("starting cuBLAS")?;
        let workspace: Buffer<u8> = Buffer::new(&stream, WORKSPACE)?;
        // SAFETY: the handle is alive, and the workspace lives as long as it: they are fields of one lane.
        unsafe {
            let (handle, math) = (*blas.handle(), blas_sys::cublasMath_t::CUBLAS_DEFAULT_MATH);
            blas_sys::cublasSetWorkspace_v2(handle, workspace.all().place as *mut _, WORKSPACE)
                .result()
                .and_then(|()| blas_sys::cublasSetMathMode(handle, math).result())
                .trying("preparing cuBLAS")?;
        }
        Ok(Lane { blas, stream, kernels: self.kernels.clone(), _workspace: workspace })
    }
}

/// Work that is done in its order, whatever other lanes do.
pub struct Lane {
    // Dropped in this order: cuBLAS uses the stream and the workspace.
    blas: CudaBlas,
    stream: Arc<CudaStream>,
    pub(super) kernels: Arc<Kernels>,
    _workspace: Buffer<u8>,
}

impl Drop for Lane {
    fn drop(&mut self) {
        // It may be another thread than the one that made it; an error cannot be reported from here.
        let _ = self.stream.synchronize();
    }
}

/// One argument of a kernel.
pub(super) enum Argument {
    Place(u64),
    Count(u32),
    Wide(u64),
    Number(f32),
}

impl Lane {
    /// Makes this thread one that can use the GPU.
    pub fn enter(&self) -> Result<(), TextError> {
        self.stream.context().bind_to_thread().trying("entering the GPU's context")
    }

    /// Room for so many numbers, all zero.
    pub fn room<T: DeviceRepr + ValidAsZeroBits>(&self, length: usize) -> Result<Buffer<T>, TextError> {
        Buffer::new(&self.stream, length)
    }

    /// Room that the GPU can copy from and to while others work.
    pub fn desk(&self, length: usize) -> Result<PinnedHostSlice<f32>, TextError> {
        // SAFETY: any bits are numbers, and they are written before they are read.
        unsafe { self.stream.context().alloc_pinned_with_flags(length.max(1), 0) }
            .trying("reserving pinned memory")
    }

    /// Copies to the GPU. The source has to stay as it is until [`Lane::wait`].
    pub fn send<T: DeviceRepr>(&self, from: &[T], to: Span) -> Result<(), TextError> {
        assert!(size_of_val(from) <= to.bytes, "what is sent has room");
        if from.is_empty() {
            return Ok(());
        }
        // SAFETY: the span lies in a living buffer, and there is room for it.
        unsafe { driver::memcpy_htod_async(to.place, from, self.stream.cu_stream()) }
            .trying("copying to the GPU")
    }

    /// Copies from the GPU; it is there after [`Lane::wait`].
    pub fn fetch<T: DeviceRepr>(&self, from: Span, to: &mut [T]) -> Result<(), TextError> {
        assert!(size_of_val(to) <= from.bytes, "what is fetched is there");
        if to.is_empty() {
            return Ok(());
        }
        // SAFETY: the span lies in a living buffer, and has as much.
        unsafe { driver::memcpy_dtoh_async(to, from.place, self.stream.cu_stream()) }
            .trying("copying from the GPU")
    }

    /// Copies within the GPU.
    pub fn copy(&self, from: Span, to: Span) -> Result<(), TextError> {
        assert!(from.bytes <= to.bytes, "what is copied has room");
        // SAFETY: both lie in living buffers, and there is room.
        unsafe { driver::memcpy_dtod_async(to.place, from.place, from.bytes, self.stream.cu_stream()) }
            .trying("copying on the GPU")
    }

    /// Fills with zeros.
    pub fn clear(&self, what: Span) -> Result<(), TextError> {
        // SAFETY: the span lies in a living buffer.
        unsafe { driver::memset_d8_async(what.place, 0, what.bytes, self.stream.cu_stream()) }
            .trying("clearing memory of the GPU")
    }

    /// Waits until all is done.
    pub fn wait(&self) -> Result<(), TextError> {
        self.stream.synchronize().trying("waiting for the GPU")
    }

    /// A product of matrices.
    pub fn multiply(&self, product: &Product, a: Span, b: Span, c: Span) -> Result<(), TextError> {
        let [x, y, z] = product.reach().map(|n| n * size_of::<f32>());
        assert!(x <= a.bytes && y <= b.bytes && z <= c.bytes, "{product:?} reaches beyond its matrices");
        let config = product.config();
        // SAFETY: the matrices lie in living buffers and are as large as cuBLAS is told; the factors are read
        // before it returns.
        unsafe {
            blas::sgemm(
                *self.blas.handle(),
                config.transa,
                config.transb,
                config.m,
                config.n,
                config.k,
                &config.alpha,
                b.place as *const f32,
                config.lda,
                a.place as *const f32,
                config.ldb,
                &config.beta,
                c.place as *mut f32,
                config.ldc,
            )
        }
        .trying("multiplying matrices")
    }

    /// Starts a kernel; the caller guarantees that the arguments are those of `kernels.cu`, and the memory large
    /// enough.
    pub(super) fn launch(
        &self,
        kernel: &CudaFunction,
        blocks: [usize; 3],
        threads: u32,
        arguments: &[Argument],
    ) -> Result<(), TextError> {
        let [x, y, z] = blocks;
        assert!(x > 0 && x < 1 << 31 && (1..1 << 16).contains(&y) && (1..1 << 16).contains(&z), "{blocks:?}");
        let mut builder = self.stream.launch_builder(kernel);
        for argument in arguments {
            match argument {
                Argument::Place(x) | Argument::Wide(x) => builder.arg(x),
                Argument::Count(x) => builder.arg(x),
                Argument::Number(x) => builder.arg(x),
            };
        }
        let grid = (x as u32, y as u32, z as u32);
        // SAFETY: the functions of `work.rs`, which alone call this, give what the kernels expect and check the
        // lengths.
        let launched = unsafe {
            builder.launch(LaunchConfig { grid_dim: grid, block_dim: (threads, 1, 1), shared_mem_bytes: 0 })
        };
        launched.map(|_| ()).trying("starting a kernel")
    }
}

/// Memory of the GPU.
pub struct Buffer<T> {
    slice: CudaSlice<T>,
}

impl<T: DeviceRepr + ValidAsZeroBits> Buffer<T> {
    fn new(stream: &Arc<CudaStream>, length: usize) -> Result<Buffer<T>, TextError> {
        let slice = stream.alloc_zeros(length.max(1)).trying("reserving memory of the GPU")?;
        Ok(Buffer { slice })
    }
}

impl<T> Buffer<T> {
    /// How many numbers.
    pub fn len(&self) -> usize {
        self.slice.len()
    }

    /// All of it.
    pub fn all(&self) -> Span {
        Span { place: self.slice.device_ptr(self.slice.stream()).0, bytes: self.slice.num_bytes() }
    }

    /// A part of it.
    pub fn part(&self, range: Range<usize>) -> Span {
        assert!(range.start <= range.end && range.end <= self.len(), "{range:?} of {}", self.len());
        let size = size_of::<T>();
        Span { place: self.all().place + (range.start * size) as u64, bytes: range.len() * size }
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // Memory is given back by the thread that drops it, which need not have used the GPU yet.
        let _ = self.slice.context().bind_to_thread();
    }
}

/// A stretch of memory of the GPU, good as long as the buffer that it is of.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub(super) place: u64,
    pub(super) bytes: usize,
}

impl Span {
    /// How many numbers.
    pub fn floats(self) -> usize {
        self.bytes / size_of::<f32>()
    }

    /// Without its first numbers.
    pub fn from(self, floats: usize) -> Span {
        let skipped = floats * size_of::<f32>();
        assert!(skipped <= self.bytes, "{floats} of {self:?}");
        Span { place: self.place + skipped as u64, bytes: self.bytes - skipped }
    }

    /// Only its first numbers.
    pub fn first(self, floats: usize) -> Span {
        let bytes = floats * size_of::<f32>();
        assert!(bytes <= self.bytes, "{floats} of {self:?}");
        Span { bytes, ..self }
    }
}
